/** Where class-transformer keeps what decorators say; it has types for it, and none at this path. */
declare module 'class-transformer/cjs/storage' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage';
}
