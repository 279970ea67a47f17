/** The storage of class-transformer's decorators, which has types elsewhere in the package but none at this path. */
declare module 'class-transformer/cjs/storage' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage';
}
