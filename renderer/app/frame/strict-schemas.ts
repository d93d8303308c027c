// The page's policy forbids eval, and zod tries it once while the first schema is made. So this is imported before
// anything that makes one.
import { z } from 'zod';

z.config({ jitless: true });
