import { describe, expect, test } from 'vitest';
import { checksOf, qr } from '../src/lib/qr';

/** Codes made by the crate qrcode 0.14, with which the program greets in a terminal: one segment of bytes, level M; row by row, in base 64. */
const codes: [version: number, text: string, modules: string][] = [
  [
    2,
    'http://192.0.2.2:4799',
    '/vS/wUoQbq0rt0jl26qC7BL1B/qq/gCKAJ+hS5Su54323yM1afayrg5JCMuc9x8oIxWr4/sATsS/tCswVVE7rv/d1BGu6aovBET3/ufkgA==',
  ],
  [
    5,
    'https://golems.example.org/m/3q7ZtWcXk2Lp#1.Vb8sJx0aQm4RfYhTn6KdEg',
    '/oYYe/wQXK5Qbpqxrrt1/tHV26o0Ea7BUawxB/qqqq/gErKQAIuAid/KI1GURrmETGYQODv5BGJ/hEhznG2auGx47yTXmhg/UTePYDOGdQlE6/yZkSJmkND4y1XtO5lo9gY65NzCy96/19O44LI02mWYvm8oY7BFCsFVTrgjN7tpfaBESP6AQlKkS/t3JapQRB5xHbruM8/t0rbruG6SImOBBNjIBW/vP1hxgA==',
  ],
  [
    8,
    'https://a-rather-long-name.of-a-table.golems.example.org/m/3q7ZtWcXk2LpVb8sJx0aQm4R#5.Vb8sJx0aQm4RfYhTn6KdEgZtWcXk2LpVb8sJx0aQm4RfYhTn6KdEgUv',
    '/qJykjS/wTPfzWvQbr0aYDlrt0AwPKal26Ocfz8C7BQ6cdlxB/qqqqqq/gDcPFPTAKNrs+mLEsbeym7moXnSThIBZaqcYZEXxzzlNqje1Y4PgApsoL1N1iqSKxpi7cCIUjgWlMreqwkuiBpmZooMtiH7tvGztryR/BufsGBa2teZ4fOIKuL+/1t/sXPiMfXUYR0ZWq92q9utLG3LEKpET+Qn+hI/tYanyZGomiurq87eRWaSwaYjB1orQ6lQ23MrfHtiCqqO0cvrEkYoKopiuu3zCWsLW+IyGiYfNLTj1GSusRQERxMqJbEdHsDXRrrg/EF5k2viwbPoj/2AU3sWwsR/qI2skSrwRWRFUTGroiq+qs+t0WwXrgzi6y6rEKM1BHVC6b0I/q2qaPtcgA==',
  ],
  [1, 'Zoé · Ø', '/uP8EtBuvLt05dugrsFxB/qv4AIAo1kqJwd7meKS39pobwB4y/tkMEJVunvV0REuuY8E0A/ofIA='],
];
const packed = (code: boolean[][]): string => {
  const bits = code.flat().map(Number).join('');
  const bytes = bits.match(/.{1,8}/g)!.map((part) => parseInt(part.padEnd(8, '0'), 2));
  return Buffer.from(bytes).toString('base64');
};

describe('QR codes', () => {
  test('the error correction of the example in the standard', () => {
    const block = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
    expect(checksOf(block, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
  });

  // Which mask is read best is a matter of taste, and the crate's differs; the rest is not.
  test.each(codes)('version %i: %s', (version, text, modules) => {
    expect(qr(text)!.length).toBe(version * 4 + 17);
    const masked = Array.from({ length: 8 }, (_, mask) => packed(qr(text, mask)!));
    expect(masked).toContain(modules);
    expect(masked).toContain(packed(qr(text)!));
  });

  test('a text may be too long', () => {
    expect(qr('x'.repeat(666))!.length).toBe(97);
    expect(qr('x'.repeat(667))).toBeNull();
  });
});
