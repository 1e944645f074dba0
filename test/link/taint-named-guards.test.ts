/** Guards whose parts were named before, checks in front of what runs next, and texts that are written out for an address. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the programs under test.
import { describe } from 'vitest'
import { each } from './taint-cases'

describe('tests that were named before', () => {
  each([
    [
      'either of two',
      `function target(text) {
        const path = text.trim()
        const isPath = path.startsWith('/shop/') && !path.includes('..')
        const isOwn = text !== '' && path.startsWith('https://shop.example/')
        return isPath || isOwn ? path : '/'
      }
      function anywhere(text) {
        const path = text.trim()
        const isPath = path.startsWith('/shop/')
        const isLong = path.length > 10
        return isPath || isLong ? path : '/'
      }
      ---
      res.redirect(target(req.query.next)) // safe
      res.redirect(anywhere(req.query.next)) // flows: redirect`,
    ],
    [
      'one of many that must hold',
      `const x = req.query.x
      const isPath = x.startsWith('/shop/') && x !== 'a' && x !== 'b' && x !== 'c' && x !== 'd' && x !== 'e' && x !== 'f' && x !== 'g'
      if (isPath) res.redirect(x) // safe
      const isWord = x !== 'a' && x !== 'b' && x !== 'c' && x !== 'd' && x !== 'e' && x !== 'f' && x !== 'g'
      if (isWord) res.redirect(x) // flows: redirect`,
    ],
    [
      'one of two that must hold',
      `const name = req.query.name
      const isKnown = ['a', 'b'].includes(name)
      const isLong = name.length > 2
      if (isKnown && !isLong) exec('ls ' + name) // safe
      if (isKnown || isLong) exec('ls ' + name) // flows: command`,
    ],
    [
      'the folder itself, or what lies below it',
      `function isInside(base, target) {
        const root = path.resolve(base)
        const file = path.resolve(base, target)
        return file === root || file.startsWith(root + path.sep)
      }
      function isNear(base, target) {
        const file = path.resolve(base, target)
        return file === target || file.length > 3
      }
      ---
      const file = path.join('/data', req.query.file)
      if (isInside('/data', file)) fs.readFileSync(file) // safe
      if (isNear('/data', file)) fs.readFileSync(file) // flows: path`,
    ],
  ])
})

describe('what stands in front of next()', () => {
  each([
    [
      'checked after it was put into the answer, and before anybody reads it',
      `function isInside(root, file) {
        return path.resolve(file).startsWith(path.resolve(root) + path.sep)
      }
      app.use('/files', (req, res, next) => {
        const file = path.join('/data', req.query.file)
        res.locals.file = file
        if (!isInside('/data', file)) return res.sendStatus(403)
        next()
      })
      app.use('/open', (req, res, next) => {
        const open = path.join('/data', req.query.open)
        res.locals.open = open
        if (isInside('/data', open)) return next()
        next()
      })
      app.get('/files', (req, res) => {
        fs.unlinkSync(res.locals.file) // safe
        fs.unlinkSync(res.locals.open) // flows: path
      })
      ---
      res.end()`,
    ],
  ])
})

describe('files of a request', () => {
  each([
    [
      'where they lie is the choice of the server, their names, without folders, and contents are those of the sender',
      `const [picture] = req.files
      fs.readFileSync(picture.path) // safe
      fs.readFileSync('/data/' + picture.originalname) // safe
      fs.readFileSync('/data/' + picture.originalFilename) // flows: path
      fs.unlinkSync(req.file.path) // safe
      fs.writeFileSync('/data/' + req.file.originalname, '') // safe
      exec('convert ' + req.file.originalname) // flows: command
      exec('file ' + req.file.path) // flows: command`,
    ],
    [
      'decoded once more, a name may hold a slash again',
      `const [picture] = req.files
      fs.readFileSync('/data/' + decodeURIComponent(picture.originalname)) // flows: path
      fs.readFileSync('/data/' + Buffer.from(req.file.originalname, 'latin1').toString('utf8')) // flows: path
      const name = req.file.originalname
      fs.readFileSync('/data/' + unescape(name)) // flows: path
      fs.readFileSync('/data/' + picture.originalname.trim()) // safe`,
    ],
    [
      'whoever asks for the folders gets them',
      `import multer from 'multer'
      const forms = multer({ dest: '/uploads', preservePath: true })
      app.post('/kept', forms.single('picture'), (req, res) => {
        fs.writeFileSync('/data/' + req.file.originalname, '') // flows: path
        res.end()
      })
      ---
      res.end()`,
    ],
    [
      'where that is switched off, they are cut',
      `import multer from 'multer'
      const forms = multer({ dest: '/uploads', preservePath: false })
      app.post('/kept', forms.single('picture'), (req, res) => {
        fs.writeFileSync('/data/' + req.file.originalname, '') // safe
        res.end()
      })
      ---
      res.end()`,
    ],
  ])
})

describe('queries that are written out', () => {
  each([
    [
      'all that could lead elsewhere is escaped',
      `const query = new URLSearchParams({ q: req.query.q })
      const rest = req.query.rest
      res.redirect(query.toString()) // safe
      res.redirect(rest) // flows: redirect`,
    ],
  ])
})
