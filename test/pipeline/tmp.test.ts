import { test, vi } from 'vitest';
vi.mock('../../pipeline/publish/compress.ts', async (original) => ({ ...(await original<object>()), compress: async () => ({}) }));
import * as b from './sample-build.ts';
test('t', async () => {
const f=await b.makeFolder(), h=await b.makeFolder();
await b.writeSmall(f);
for (const n of [1,2]){
let t=performance.now(); const r=await b.build(h,f,new Date(b.FIRST.getTime()+n*3600e3)); console.log(JSON.stringify(r!.counts), performance.now()-t);}
await b.removeFolder(f);await b.removeFolder(h);
});
