import { describe, expect, it } from 'vitest';
import { toImageName } from './image-name.ts';

describe('toImageName', () => {
  it.each([
    ['nginx', 'docker.io/library/nginx', 'nginx', undefined, undefined],
    ['acme/shop:1.4', 'docker.io/acme/shop', 'shop', '1.4', undefined],
    ['ghcr.io/Acme/Shop:V1', 'ghcr.io/acme/shop', 'shop', 'V1', undefined],
    ['localhost:5000/shop', 'localhost:5000/shop', 'shop', undefined, undefined],
    ['localhost/shop', 'localhost/shop', 'shop', undefined, undefined],
    ['index.docker.io/library/nginx', 'docker.io/library/nginx', 'nginx', undefined, undefined],
    ['a.io/b:1@SHA256:AB', 'a.io/b', 'b', '1', 'sha256:ab'],
    ['docker://a.io/b', 'a.io/b', 'b', undefined, undefined],
  ])('parses %s', (reference, repository, name, tag, digest) => {
    expect(toImageName(reference)).toEqual({ repository, name, tag, digest });
  });
});
