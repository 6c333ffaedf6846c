"""Frequent characters of written Chinese, to tell encodings and scripts apart.

Written down from memory for this project: the commonest function words and characters, then what news text is full of,
each in its simplified and its usual traditional form. Order and completeness do not matter, as only shares are
compared; about three quarters of the characters of running text are here.
"""

# Used in both scripts. Some of them (后 里 台 干 云 于) are the simplified form of a traditional character as well.
SHARED = frozenset(
    "的一是不了在人有我他中上大和地到以要就出可也你生能而子那得于着下自之年后作里用道行所然家事成方多去法"
    "如都同面起看定天分好小部其些主理心她本前但因只想日者意力它把十民第公此已工使情明性知全三又正外高由很"
    "最重物手向文政美相被利什二等或新己制身果加西斯月合回特代信表化老世位次度任常先海通教原提立及比解水名"
    "真走各入口平系活更打女四神何安少才反受目太量再感建做接必件管期市直德命山金指克保至形社便空治展科司五"
    "基眼非白界光放即像且思王象完式色路南品住告求程北死交取拉格望共清今切院候六七八九百千元城州省府企技京"
    "台香港投策改革委群干支持服研究育史村增律昨需怎朋友孩父母爸士姐席警察病食汽火房屋境星早晚春夏秋冬左右"
    "黑青花草木狗牛羊米茶酒肉菜衣商店站影算息序音歌曲舞演球冠足杯言字句翻吃喝玩笑哭跑跳坐睡醒恨喜怕忘吧呢"
    "啊哦嘛呀吸烟哪每另越宣布根示查竟尤例包括存曾功失伙伴判署易股票券罪犯嫌疑破造亡震洪害救援捐款雨雪云雷"
    "晴冷暖男婚姻夫妻兄弟妹奶叔伯舅著"
)

# Hardly ever in traditional text.
SIMPLIFIED = frozenset(
    "这个们来为国说时会对过发种经么学现当没动还进样开从实军无与长机关点业将两间问并应战头体见产话内给门儿"
    "东声员论处义几认条气题尔别变总电数报结务场计资许统区队决马书则听却达强难权设记类据边张该规万觉术领确"
    "传师观让识带导争运笔县议济湾银党众组织艺历农质价单闻够虽妈医药车飞铁筑环护红黄蓝绿树鸟鱼猫饭钱买卖网"
    "络视软乐赛奥篮语汉写读词译爱欢吗谁断继续举办参显调随属称号获败响双访华谈签协贸税币证选责坏伤灾风阴温"
    "热凉龄岁爷"
)

# Hardly ever in simplified text.
TRADITIONAL = frozenset(
    "這個們來為國說時會對過發種經麼學現當沒動還進樣開從實軍無與長機關點業將兩間問並應戰頭體見產話內給門兒"
    "東聲員論處義幾認條氣題爾別變總電數報結務場計資許統區隊決馬書則聽卻達強難權設記類據邊張該規萬覺術領確"
    "傳師觀讓識帶導爭運筆縣議濟灣銀黨眾組織藝歷農質價單聞夠雖媽醫藥車飛鐵築環護紅黃藍綠樹鳥魚貓飯錢買賣網"
    "絡視軟樂賽奧籃語漢寫讀詞譯愛歡嗎誰斷繼續舉辦參顯調隨屬稱號獲敗響雙訪華談簽協貿稅幣證選責壞傷災風陰溫"
    "熱涼齡歲爺爲裏裡後臺幹雲於"
)

PUNCTUATION = frozenset("，。、；：？！“”‘’（）《》〈〉「」『』【】…—·０１２３４５６７８９％")

FREQUENT = SHARED | SIMPLIFIED | TRADITIONAL | PUNCTUATION
