import { build, type Plugin } from 'vite';

/** Builds the loader of embeds beside the pages, under a name that stays: a classic script of one file, `embed.js`. */
export function embedLoader(): Plugin {
  return {
    name: 'embed-loader',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        build: {
          write: false,
          target: 'es2022',
          lib: { entry: 'src/embed/loader.ts', formats: ['iife'], name: 'clusterglassEmbed' },
        },
      });
      const [output] = Array.isArray(built) ? built : [built];
      const chunk = output && 'output' in output ? output.output[0] : undefined;
      if (!chunk) this.error('the embed loader was not built');
      else this.emitFile({ type: 'asset', fileName: 'embed.js', source: chunk.code });
    },
  };
}
