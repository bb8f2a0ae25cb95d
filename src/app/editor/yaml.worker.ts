/** The language server for YAML, in a Worker of its own. */
import 'monaco-yaml/yaml.worker.js';
