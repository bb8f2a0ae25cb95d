import { createRoot } from 'react-dom/client';
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { EmbedRoot } from './EmbedRoot';

const root = document.getElementById('root');
if (root) createRoot(root).render(<EmbedRoot />);
