// What the compiler leaves to do: style sheets go beside the scripts, and the command line can be run. npm links the bins
// of dependencies only, so `npx plumbline` in this checkout would look for a package of that name; hence a link of our own.
const { chmodSync, cpSync, existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } = require('node:fs')
const path = require('node:path')

const root = path.join(__dirname, '..')
const cli = path.join(root, 'dist', 'cli.js')
const bins = path.join(root, 'node_modules', '.bin')

for (const file of readdirSync(path.join(__dirname, 'theme')).filter((it) => it.endsWith('.css'))) {
  cpSync(path.join(__dirname, 'theme', file), path.join(root, 'dist', 'theme', file))
}

if (existsSync(cli)) chmodSync(cli, 0o755)
if (existsSync(bins)) {
  const bin = path.join(bins, 'plumbline')
  rmSync(bin, { force: true })
  if (process.platform === 'win32') writeFileSync(`${bin}.cmd`, '@node "%~dp0\\..\\..\\dist\\cli.js" %*\r\n')
  else symlinkSync(path.relative(bins, cli), bin)
}
