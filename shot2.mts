import { chromium } from '@playwright/test';
const b = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu']});
const forms:any = { l:[1280,720,'light','zh'], w:[1920,1080,'dark','en'], d:[1280,720,'dark','zh'], p:[375,812,'light','en'] };
for (const f of (process.argv[2]??'lw').split('')){ const [w,h,theme,language]=forms[f]; const zh=language==='zh';
 const c = await b.newContext({viewport:{width:w,height:h},serviceWorkers:'block'});
 const p = await c.newPage(); p.on('pageerror',e=>console.log('ERR',e.message));
 await p.addInitScript(s=>localStorage.setItem('clusterglass.settings',s), JSON.stringify({language,theme,playOnCommand:false,keys:true,plainEditor:f==='p'}));
 await p.goto('http://127.0.0.1:4555/#/playground'); await p.waitForTimeout(7000);
 const shot=(n:string)=>p.screenshot({path:`/tmp/team/shots/pg-${n}-${f}.png`});
 await p.getByRole('button',{name:zh?'应用':'Apply',exact:true}).first().click(); await p.waitForTimeout(1500);
 await p.getByRole('button',{name:zh?'一直到静止':'On to rest'}).first().click(); await p.waitForTimeout(2500); await shot('ready');
 await p.getByRole('button',{name:zh?'故障':'Faults'}).first().click(); await p.waitForTimeout(800); await shot('faults');
 const cut=p.getByRole('button',{name:zh?/切断|断网|断开/:/Cut|cut/}).first(); console.log(await cut.count());
 if(await cut.count()){ await cut.click(); await p.waitForTimeout(1000); await shot('cutmenu');}
 await c.close();}
await b.close();
