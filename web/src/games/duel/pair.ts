/** The two that fight, from above and looking up, in a cell of 100: one is round, the other is cut from blocks. */
export const pair: [part: string, d: string][][] = [
  [
    ['fist left', 'M18 44Q8 32 15 23Q26 15 32 26Q34 36 28 46Z'],
    ['fist right', 'M82 44Q92 32 85 23Q74 15 68 26Q66 36 72 46Z'],
    ['shoulders', 'M18 46Q32 36 50 37Q68 36 82 46Q91 66 77 84Q50 95 23 84Q9 66 18 46Z'],
    ['head', 'M35 31Q50 21 65 31Q70 44 63 54Q50 59 37 54Q30 44 35 31Z'],
  ],
  [
    ['fist left', 'M10 20H32V44H10Z'],
    ['fist right', 'M68 20H90V44H68Z'],
    ['shoulders', 'M12 42H88V72L74 90H26L12 72Z'],
    ['head', 'M33 26H67V56H33Z'],
  ],
];
