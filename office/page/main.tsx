// The office's page: signs a person in, and shows the tills.
import { createRoot } from 'react-dom/client';
import { createApi } from './api.ts';
import { Page } from './page.tsx';

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Page api={createApi()} language={navigator.language} />);
