import { describe, expect, it } from 'vitest';
import { findDistroInImage } from './find-distro-in-image.ts';

describe('findDistroInImage', () => {
  it.each([
    ['debian:bookworm', 'debian-bookworm'],
    ['debian:bookworm-slim', 'debian-bookworm'],
    ['debian:12.5-slim', 'debian-12.5'],
    ['docker.io/library/debian:11', 'debian-11'],
    ['library/ubuntu:jammy-20240125', 'ubuntu-jammy'],
    ['alpine:3.18', 'alpine-3.18'],
    ['alpine:3.18.4@sha256:0123456789abcdef', 'alpine-3.18.4'],
    ['alpine:edge', 'alpine-edge'],
    ['rockylinux:9', 'rocky-9'],
    ['amazonlinux:2', 'amazon-2'],
    ['centos:stream9', 'centos stream-9'],
    ['opensuse/leap:15.5', 'opensuse-leap-15.5'],
  ])('finds the distribution in %s: %s', (reference, distro) => {
    expect(findDistroInImage(reference)).toBe(distro);
  });

  it.each([
    '',
    'debian',
    'debian:latest',
    'debian:sid',
    'debian@sha256:0123456789abcdef',
    'acme/debian:12',
    'registry.example.com/debian:12',
    'localhost:5000/debian:12',
    'postgres:15-bookworm',
    'node:20-alpine3.18',
    'debian:12:13',
  ])('finds nothing in %j', (reference) => {
    expect(findDistroInImage(reference)).toBeUndefined();
  });
});
