// The second worker: it has an instance of its own of the same module and does nothing but search, one job after the other. It is ended
// from outside.
import { startInstance } from './instance';
import type { FromThinker, Talk, ToThinker } from './messages';

const scope = self as unknown as { postMessage: (message: FromThinker) => void; onmessage: (event: { data: ToThinker }) => void };

let instance: Promise<Talk>;

async function carryOut(message: ToThinker): Promise<void> {
  if (message.kind === 'start') {
    instance = startInstance(message.module);
    return;
  }
  if (message.kind === 'network') {
    (await instance).talk({ do: 'network', game: message.game, bytes64: message.bytes64 });
    return;
  }
  const { job } = message;
  try {
    scope.postMessage({ job: job.job, thought: (await instance).talk({ do: 'think', job }) });
  } catch {
    scope.postMessage({ job: job.job, failed: true });
  }
}

let last: Promise<void> = Promise.resolve();
scope.onmessage = ({ data }) => {
  last = last.then(() => carryOut(data)).catch(() => {});
};
