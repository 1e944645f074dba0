import express from 'express'

const app = express()

app.get('/orders', (_request, response) => response.json([]))

app.listen(3000)
