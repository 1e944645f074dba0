import { expect, test } from 'vitest'
import { stated } from './stated'

test('Dockerfile: an image a stage, commands, user, ports', () => {
  expect(
    stated(
      'Dockerfile',
      `# syntax=docker/dockerfile:1
ARG NODE_VERSION=20
FROM --platform=linux/amd64 node:\${NODE_VERSION}-alpine AS build
# FROM postgres:16
COPY package.json ./
RUN apk add --no-cache git && \\
    # a comment between
    npm ci && \\
    npm install -g typescript@^5
RUN <<EOF
pip install ansible
