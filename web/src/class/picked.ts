/** What the teacher looks at beside the grid or the table of the league. */
export type Picked =
  | { kind: 'pupil'; seat: number }
  | { kind: 'cell'; seat: number; task: string }
  | { kind: 'task'; task: string }
  | { kind: 'bout'; round: number; red: number; blue: number };
