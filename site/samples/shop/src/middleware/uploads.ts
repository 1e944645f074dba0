import path from 'node:path'
import multer from 'multer'
import { config } from '../config'

/** Pictures of users: small, and of a kind we can show. */
export const avatarUpload = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: 512 * 1024, files: 1 },
  fileFilter: (_req, file, done) => done(null, ['image/png', 'image/jpeg'].includes(file.mimetype)),
})

/** Photos that customers add to a review. */
export const photoUpload = multer({
  storage: multer.diskStorage({
    destination: path.resolve(config.uploadDir),
    filename: (_req, file, done) => done(null, `${Date.now()}-${file.originalname}`),
  }),
})
