import fc from 'fast-check';
import './src/engine/further-kinds';
import './src/kubectl/line/index';

// The same examples in each run, so that a change that breaks nothing stays green; FC_SEED=… tries others.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) });
