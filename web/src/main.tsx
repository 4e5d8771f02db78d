import './lib/strict-zod';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import './lib/next-task';
import { App } from './app/app';
import './app/styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// As a transition the first rendering is made in pieces: a slow phone would be at it for 100 ms.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
