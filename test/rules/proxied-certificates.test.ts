/** Connections that a proxy or a chain of calls makes without looking at the certificate. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('proxies', () =>
  check(
    {
      'app.js': `const { createProxyMiddleware } = require('http-proxy-middleware')
const { createProxyServer } = require('http-proxy')
const app = require('express')()
app.use('/a', createProxyMiddleware({ target: 'https://backend.example.com', secure: false })) // certificate-not-checked: high
app.use('/b', createProxyMiddleware({ target: process.env.BACKEND, secure: false })) // certificate-not-checked: medium
app.use('/c', createProxyMiddleware({ target: 'http://backend.example.com', secure: false })) // certificate-not-checked: none
app.use('/d', createProxyMiddleware({ target: 'https://localhost:5001', secure: false })) // certificate-not-checked: none
app.use('/e', createProxyMiddleware({ target: 'https://backend.example.com', secure: true })) // certificate-not-checked: none
const proxy = createProxyServer({ target: 'https://backend.example.com' }) // certificate-not-checked: none
app.use('/f', (req, res) => proxy.web(req, res, { target: 'https://other.example.com', secure: false })) // certificate-not-checked: high
`,
    },
    { express: '4', 'http-proxy': '1', 'http-proxy-middleware': '3' },
  ))

test('superagent, and the variable of Node.js', () =>
  check(
    {
      'ask.js': `const request = require('superagent')
request.get('https://api.example.com').disableTLSCerts().then(({ body }) => console.log(body)) // certificate-not-checked: high
request.get('https://api.example.com').then(({ body }) => console.log(body)) // certificate-not-checked: none
Object.assign(process.env, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }) // certificate-not-checked: high
Object.assign({}, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }) // certificate-not-checked: none
`,
    },
    { superagent: '9' },
  ))
