import path from 'node:path'
import { Router } from 'express'
import { config } from '../config'

export const invoices = Router()

invoices.get('/:file', (req, res) => {
  res.sendFile(path.resolve(path.join(config.invoiceDir, req.params.file)))
})
