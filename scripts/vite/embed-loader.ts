import { build, type Plugin } from 'vite';

async function loaderCode(): Promise<string | undefined> {
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
  return output && 'output' in output ? output.output[0].code : undefined;
}

/** Builds the loader of embeds beside the pages, under a name that stays: a classic script of one file, `embed.js`. */
export function embedLoader(): Plugin {
  return {
    name: 'embed-loader',
    async generateBundle() {
      const source = await loaderCode();
      if (source === undefined) this.error('the embed loader was not built');
      else this.emitFile({ type: 'asset', fileName: 'embed.js', source });
    },
    configureServer({ middlewares }) {
      middlewares.use('/embed.js', (_, response, next) => {
        loaderCode().then((code) => {
          response.setHeader('content-type', 'text/javascript');
          response.end(code);
        }, next);
      });
    },
  };
}
