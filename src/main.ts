import 'reflect-metadata';
import { fail } from './cli/fail';
import { serve } from './serve';

serve().catch(fail);
