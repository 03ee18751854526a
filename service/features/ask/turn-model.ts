/** Made by models/train-ask.py from questions on 162 meetings; do not edit. */
type TurnModel = {
  features: readonly { name: string; mean: number; deviation: number }[]
  linear: readonly number[]
  /** `weights` are numbers of 32 bits, a row for each unit. */
  hidden: { weights: string; offsets: readonly number[]; outputs: readonly number[] }
  /** Weights for the features of the best turn and of the best that holds what is asked for, and for how far that is behind. */
  found: {
    best: readonly number[]
    holder: readonly number[]
    gap: number
    offset: number
  }
}

export const turnModel: TurnModel = {
  features: [
    { name: 'similarity', mean: 0.10769, deviation: 0.10121 },
    { name: 'similarityOfLength', mean: 0.076498, deviation: 0.098799 },
    { name: 'similarityRank', mean: -0.0062425, deviation: 1.0008 },
    { name: 'similarityBest5', mean: 0.22078, deviation: 0.1307 },
    { name: 'similarity1', mean: 0.12067, deviation: 0.10507 },
    { name: 'similarity3', mean: 0.12771, deviation: 0.094771 },
    { name: 'similarityRank3', mean: -0.0023453, deviation: 1.0019 },
    { name: 'similarity7', mean: 0.13147, deviation: 0.085465 },
    { name: 'similarity15', mean: 0.13354, deviation: 0.077703 },
    { name: 'similarityRank15', mean: -0.00071459, deviation: 1.0049 },
    { name: 'similarity30', mean: 0.13511, deviation: 0.071736 },
    { name: 'relevanceOfLength', mean: 0.048905, deviation: 0.11361 },
    { name: 'relevanceRank', mean: -0.011492, deviation: 0.9998 },
    { name: 'relevance1', mean: 0.076078, deviation: 0.12986 },
    { name: 'relevance3', mean: 0.085376, deviation: 0.11758 },
    { name: 'relevanceRank3', mean: -0.0070435, deviation: 1.0056 },
    { name: 'relevance7', mean: 0.089905, deviation: 0.10722 },
    { name: 'relevance15', mean: 0.092387, deviation: 0.098921 },
    { name: 'relevanceRank15', mean: -0.0050638, deviation: 1.0051 },
    { name: 'near', mean: 0.097655, deviation: 0.17265 },
    { name: 'fit', mean: 0.10554, deviation: 0.15769 },
    { name: 'fitRank', mean: -0.0035826, deviation: 0.9993 },
    { name: 'words0', mean: 0.010652, deviation: 0.05816 },
    { name: 'coverage0', mean: 0.013803, deviation: 0.070117 },
    { name: 'words1', mean: 0.024767, deviation: 0.082809 },
    { name: 'coverage1', mean: 0.036314, deviation: 0.11417 },
    { name: 'words3', mean: 0.039033, deviation: 0.095438 },
    { name: 'wordsRank3', mean: -0.0015505, deviation: 0.98762 },
    { name: 'coverage3', mean: 0.071777, deviation: 0.16134 },
    { name: 'words7', mean: 0.051787, deviation: 0.099683 },
    { name: 'coverage7', mean: 0.12445, deviation: 0.21076 },
    { name: 'words15', mean: 0.060348, deviation: 0.096681 },
    { name: 'wordsRank15', mean: -4.6103e-5, deviation: 0.99363 },
    { name: 'coverage15', mean: 0.19971, deviation: 0.26085 },
    { name: 'words30', mean: 0.061978, deviation: 0.088293 },
    { name: 'named', mean: 0.081685, deviation: 0.27389 },
    { name: 'named1', mean: 0.086021, deviation: 0.22771 },
    { name: 'named3', mean: 0.087509, deviation: 0.21048 },
    { name: 'named7', mean: 0.087934, deviation: 0.197 },
    { name: 'named15', mean: 0.088305, deviation: 0.18699 },
    { name: 'asks', mean: 0.090115, deviation: 0.28635 },
    { name: 'asks3', mean: 0.6435, deviation: 0.86385 },
    { name: 'holding', mean: -0.25697, deviation: 0.47442 },
    { name: 'holding1', mean: -0.76922, deviation: 1.3147 },
    { name: 'length', mean: 1.9602, deviation: 1.1768 },
    { name: 'length5', mean: 4.7657, deviation: 0.78282 },
  ],
  linear: [
    -0.005447, 0.01543, 0.03837, 0.06468, -0.06562, -0.08166, -0.02843, -0.1241, -0.05827,
    -0.009391, 0.1825, 0.23, 0.2281, 0.1343, 0.09254, 0.06893, 0.09846, 0.1172, 0.08607, 0.01012,
    0.1465, 0.07118, -0.02758, -0.05382, 0.02875, 0.02909, 0.08109, 0.007684, -0.01908, 0.07272,
    0.04061, 0.03203, 0.04211, 0.07265, 0.1668, 0.5064, 0.1623, 0.08865, 0.08937, -0.039, -0.01366,
    0.0701, 0.08042, 0.03091, 0.2535, -0.0339,
  ],
  hidden: {
    weights:
      '4o8DPqNLAj5syr+9wYefvcNS7bxf8RS+avkrvbQHEL4GCbU8vcgePhv8/z1Qtbo9YioJPid2DT7QXQy9E/Lyu+syszyFnG0+vyQIPkoP+rwrOsq9eU48vsYwMj2cWim+Fk/WvPjH+73UR2k8W69RPfB9L75TM6G9DYpwvDag+L1twxS+GdBWvuJvh70xT4o+KImVPDK9YjwajtM8dcOuvQbQ+rtJnbq9MyWdvZREqz04UsM9mOaFvXU4k7w/WEu9CNPSvqPeirwPVJi9wjh9PsVsXj6O6tI+WclEPmKjBz1aV4g+DQJBvoRg3L6XlB++RghrO8+PQb4cvQK+b32cPaXdjb3bC149QWJovlANeDxx3++96PmpvTqXEb7sdqm8PUP2vHJguT3tf7I9atWgPvOFST50nsO88fFxvpVwlD7XEmW+8KbivZ7wfr7vtEW+usuQvZq+kL0jRZA74D2rvf4wUb25xD0+/AOhPjWAgz7lJNE6XaaovMQxvbzJT6m9PdVAPOnrAryjnXW8s6DjvDZQm7wX7EU8v3JwvLyf1Lw+eu28knt4PUKr2DsAIn69XhoqvOOvYLzCnwa9xkCEu5TDlDs0VMk9ehNKve2bBrrGSFK9tR7uu59ExbxELru9uhlIPLoZc706Sgu7OdimvSrJ3r2cIwK9s++/vUEwtDw0tq89c3uNPXT5EL1+eNs8cNeXPZ24uDwpXge+vFRGvkPDbL2DxzK+sPJbvQKVNr70sX29cWe4vWQi7L3xPEu+NR3ru6chjbyVDwq9nThXPmZAoL0UkB+90rCJvXLTWrsYAk48SbItvev0vz3dkM46RFDCPRMd0b2qPiC+sZIkPpQY+L0fbBS+l4hIvvPmJr6piFO7BDfjPFKkGL1hpla9R9ZRvKyMpb2NDs49/buHvcfsYL7o4Gm95xPEPYeH/Tyel0e9w1u9PeNVVT1V+B29hJWivY4zur2oXgq+w4J2vowQXz736Ie+yUsgPtklJ72HnRK9RyIbPmKkbj7ZwtY9Q3pjvaVfVr0MEim+ac4ovhNKP718crK8dGQpvvmptL3G8Fq+CkQLvRimhD5ZC8A9vsk6vp9QCj0fzXW9nzIYPul/gD5YPx++zsr0PXaNrj3VLJ89NG9evhGOyj2QFVK7ycmmu3GO9Tzhz8a77lRjvhY9lL65xZC+cqZOvtkULb47uzc+2HSQvCg2l761vIa+b1KdvNh4kL2A9HO8vRifPWM3MD7zjy2+spu9PTOt+j0pJr69nl8ovftMlL2jRoO9o2icvXwdJ77gY9o7LyRGvX0h271Q4Ya+8VHuvfqvD76RGVm+yTMAvCTGqLsJBAk+i6G4vcUQBD1KFMS9ex+bu5Oogb3rpsC9LblEPByKw70HYQq+STP4vU6dOztOXjo9eHOIvn2syj3vooc9pHtpPZ35oz3kziU8dBHKvFkwOb4kIpq9okTmvrfsSL1mdIK+M2OUPeJJrj3+eku9U5FoPUPRTjq6dGI9OZpBvtZVD71BEsG9llYuO7XywD1vqRY+oJ/1PuYZED0SNVW9ZZBRPmF4dD2oeFK9XxzOPeBQlrw9xv49PpOYO65HAr4vBq+93T6LPa2/tD1MFi6+1PvoPVa7wjsO6CS+Hy5SPpwxJD5rqJk9PsCsveVb+D2ioMw+mc+gPNqY5by9d0w9Txf6vRr9rD1OYaU9BV8tPq5U5r14ZvY9ocM9vv+1P70b+Ke952wjvcKreT0fM4291QHUvXh3gDuKuGW9a3F4vMnMgj1u5Ig9XltFvIFOmD6IBp49GUq2PFEXxj1M61k9i1A7Pk2o5T2nmE89g0CIPqvsjr0KYFK8GYRzvRpbMr1j3wa9WH9tPSi2t7z3b+Y9fyKIvFzw4DzdsO687qcbPugOlbxD2zs9eLx8Prn0wz3oAqK7NI8GPb2yqb0HD1y9cl43u4FN4zsGABS9dKRQPmgWB72ZLN28FgGcPt+2fb4Hlby9im/jPfJwEL1CjYW+IyVoPugoZT5VImu+vp4XPsq+xz1UhH2+GapWOzLknD1pCG++w4iZup8qOD7XGza+HOm3vKCkR768CJW98TYnPTIitD0ZLM69ENWZvNeQFL4gnle+GZkBPCxb3b3jTLY9YmVwvVLRMr4WyDE+nmJrvhPG0rtE2T+9mGWavaCGAT5fGio+P5KivqbXhb08Dgq9a6+bvnh+GT3eDsM+iOnavA3wnL3G3YG+sDLvvXHCML73ZxU+iVKJPe68VD1miaE9PlyJvnJIGD3UhJQ8VrgRvvUsoj0OwIs+5O3LvVtSkz7VxJQ+4XPnvSLiLj1yVq68HeiKPAdB2LxbKa29vgPcvZ+y87zuAuW9v0wVvvgHir292ui9dQR8PSICeD33XTG9h3FXPopoxb00cbq9e/ubvQMK0TxgWfA9sw20PcvcLL7Y6n89wuK+PgwtlLsXUWc9KPivPq3YMb0fe3g8gHm6vincRr5O06+9TskpPe19Q75SqDk+zSRFPvu/YL5KB/c9dehUPaUvRr01I6o+/XNNPn0Bkzw/jdg+OFWPPp5NUb79W7Q8/T1bvdQr9L3N7V09LUfjvXjXmr1xVT6+sgnavSQDWb7IQUA8WfDLPQNtaLuTjla8hAkxvjiYYj5yiE6+DMEuva9jvL2Fv8e9dstePhTRyj2vXzi+c1ocPtRdij7ogqm8i40cPgGmgj6ITuo9JWJgvQoTaT47sds8a1srvsltMD2sCO69Q3vHPMfGEL43MHS9q5dOPiRuYj7VTJE+z9QFPg1ZKT7uSVa6uqLgPYy9gj7V5SA+6Lx/PIApRTzAhfI9W0vbvGb/iDzEJLK9e9C5PRCiYr6aWlA9tkYAvSrKVD6nSrm7p9sCvoMrTL0eADE91x15PniAVz4esSM+hJivPUwtgb26GT68/NeGvs7JrT3qSMY9xbleu9RvGz620lm+XrqivS1PmzzLO8a9stUpvusIbr7Y4wS+czw1Pj77Lr4rxma+SL+APojij72+DQm+O3vSO2GGHr6Lr7Y9I2vIvNjkmrvUUrE9GYc8PaU9jz0BAkC9sD7OPGP0Kr7Sh4C+m0pyPaTdRr1zPok8xUY2Pk0xbz2qrR8+Hu4rPkwxMb5TWZg9VnHyvJ7yvL6FsUO9KiE0vsS6lr691hi+qaB5vrA/GT4geIS+ujpKvUsRh76GSkW9Z9a1vXt0h7vSzjg99/+KvK2rkTwxTfC80qgZPBJwEz0jgD68Si/vurRg87xfg6o8JY7YPaZ96btv+pQ85B8wvIBOAjvXXI48ovFIPDjjAz1B5ZS85iq0vAfThjyqRbC85aU2vVCC+jwaNO+80JyXPFiIMbySrTy9Xa+Tu6v8njxXmuA7058MvZvzmrwtdEW88VcqPaSHNLw5xzW7wvk7PJ6CSDn454M8ZnWmvHlRV7wKMBQ8MB6jPBpNjbx0ctM8na6DPK6e9L2vMA+9hhPkvdnJWb0xGTQ+l6kmvgKNJb3KJfq9ajSMPRqVkT2c8F4+X/CcPdGQ6z3U9gk+5tH0PSZCZjyr27g9s9/xvJOGJb5Inw28dW6ivVvlub7gaC8+2Z8/Pl92jzxVZ1M9f13OvQhyPD4DDpU+7n3cPfT59j2O7y08zuYRvUdWqT4vwQ8+7cPsPH2cvTwFG7a75kcJvCDLdb0IrFU+iePovZPakj70pAk+dJhGvbB6h701iQw9UW85vu2Zy7yM+TO9DYg7PSVFOj1sKFu9VOKFPODJU70iuuO6HNSPvU+zZT25nS87ZRzQO2r6J751waK78AVcvYbctb1uHKk8q+6OvWrpdr1ymlu9qVphvYYRZr2NDOi97MAHvl30gb11xl29wrF/vaQnET2SasU9/FAOPQQkuL0Scy49rtDFPdGSX71avB25q323PWIQzjy1RNa9FokgviRqOr1yGwq+tSSXvokjBz5RVEi9+MuNvQVahD3Ij+68SZvTvTIQhb1G2yK9qc0avgJ4Rz2dOtg9oDqsPjvd1z7xFCk7HgDIvJTC3TwN5Yg+w4wuPmQP3ztks9I7hfXIPbsNP75G65e9N2GFPD7Fvz3ossu92YhavMHauT0iPhq9RkNfPTgB3D3Or5E9qqNfPTO3Bj6+J869XMuuPgWBuj3fslg9ucKvvblC8bsN9qQ8NzcHPozCIz0qnL+8uUoEPnEneb4RF9y9Q2RivQAAqb7+Op69KqkTvnb9aD3lmle+Hk2rPQ56iD7eT4K++3AEPcrF/z3oxyG9twSQPiiKBj9B/vu9Jj2+PtNjwj6DA2C+UwBXPrGoGr53y1G+lHeTvG/obL2E9FW+MJ0vvk/81L3kqZO+MRbFPf6yO70szTe9T0qNvflTLr5K7dM+69uGvvbdB71zi/G9MSy2PeNNHz5Xrk49aRNBvrwdXT5Q9HY+lboNvj4K7D30f94+fH9YvURrjTt32Tq9tkNVvYGjJz4X5zu9oG7Gvf6Cn7xyrNu97c6EvLEP/r27+wk904RCO5bv/LztTQ++uSkJvqBKJr2xkGS+e6wjvgOsLr2C/vu7iLaava6iO755dci9Ch0qvtVw0L2nbAS+ObNEvTyXD74GSq293IqsvarJP75mHRA8g/opPhe1WL7lf0M+GjiHPaBGLT3lgTU9+V7FPa2wFr6Go9m97eqGvjPBvL6MVmO+/vR+vouAw7138jm8DR4WPTOqH75yrl49mbYpvSLUmD35/h6+sYb6vRzKFz4DgAW+n/kFvQ/b7L1+2Ue96EqgvVudEL5D56K941/kveVkVD3g2ta96qkQvmQBD70HHji9B0O/vAdkkL3shDO9YBvuvcIo5ry+n+i8VZm+uo2/FL1m2Qy+6IX4vc5kGL4RphG+jg/qvAgMsD2Hk7I9hSufPJpyyL2glwA+sIn+vdmPsL0dcny+4NREPS5tgr6SdPC6AyixvaZau73ohgG9sZ8EPSKPE70hr4a9rZI/vcc8IL0pkty8sx8xPfrbs7wpBJc9iPEpPYmezrzWszy9RwcROwOrGLzamSM9yColPY63jz3LojC9x8ktPV/qdD1qNl67jvK+PH7IFT2R8488xzHsPPLZcj1m8II9LuOBvV/vKr2v8YM8lFljPTRopj1DgIg8YGrpO4u9KTyhiT459VmxvCIRoj0ub4S8h30tvec5hj1XEpk7iXuSvtM2KD5Dy4w9Y6G2PP3RYr46i2W9QSztPY9Zk75vjB09LkqYPatiPj5zzoc+HEiMPiSkmT2wRLI9LEwVPo/5Jb2r1JQ+AWzvPA48kL0yPEM+yz4wPtkDg70f7dq9jbp/vWMcNT0l1ns+x2DEPchZ+b1tqOW8c/PCPXGVnboFiqM9xRTHPU/ONr3UnzU/0UMLPSlOET6zZZ+8hURNvlfMEz14a1u+SiQzPR1MG73A8zM9NFUEvR1Kjj1l3CM8xkGNPXU9Nr3xsl2+8NKyvdVou7te6909HNA9PVz/VLuGLIU7pwl7vYzfsr0OTmG+XJ06vQ2nR71EV5896rj4PFD3zzy8ow0+ndALvokvy7zWb347guYkPvXmpr0izzu+O3UXvP1oND4j1h8+BV2JPRGz/j0X7xu+wVy3PBxNiL3cl4W+AdiuvUJcSb7bQUy+XaxgviywNL5z+QG9H0+xvVsTAb6s3wy+xTS6vBEg6z205Pi9DHhuvfEAq7wdfEe97E3hvSus0L3pHUW9uAKsvRVCwb0DfqW99o6XvVlazjyb1IA8QcZsPJyWXLxz5l+94PgWPODyGz3GGRE9OJUeu8VbQTtYLaY9rWutu6FjIr3U71o9RJXrvQil27ycSxo+55wLvYZVRLyUUCk92Ws4vaC43z1KXIC9MIHgvZFdAL3pXh08BVmxPMWSPbtgVgG9YazCvAs4eb62wSQ+PmTuPYaemr1LpyG+kHH5vOBu0zxrlMS8gvqCPQwLoL1JUpu92LEKvk+B4L0P1Q29LVcDPWVIGD68VM09mgXIPZtFrT3nyVk9SFgSPoJt8DzjixU87cOUPUdYmD1x0go8mkz4vN04A776qtA9EQCTvXxXBT2QYCs+1qjZvMey/r22asO8ms9tPVeag73uT589CrkcPQU2vz1QXOI9ZzxYPXB2Yb0zcx09WmppvRs+lb2E0ZY970fMPFrS27xoweM9qUKLvbWhM758/Fa+kA4gvsMGHT2+cyK9Bi+JPLVnWTs3kJq9dhuyvVurgz4irDq+QZ8kvqi5ZL3W+7a9h9bSPf6J2L0Q9MY99jFRPQ/AQD7/9SQ8W0Bxvancjj2Wdp28xkgKvmCD8j1m3KM9Kp4IPo3KOT2JtQI+cggrPvHJ1by3cuO8eyTuPErnhr3EgHm+aL+VvWUAW77UkFi+R8VUvnU+L77i5a49ysYDvrn2AL6zl5m9lhAZvkyI9L38Fe09V6HTvCp+Hr3M6DE9n/FbvSd1ODx7Ilk9/0m2vHd4tbwzti09qn/iPMwlYD7uHgM+6mdTPqtqRj0Cu5c8e/qiPdskkD1TXNO7b6ihPg0d6z21yUM9esFJvtbRVr6jC4i92VnvPJvE2jw6FcK9ExF3vRei8zwHOvI8I84pvYtEbz18qdK9WxqXPZIXFz766/49ox2DvXzAcD0fPY29pmppPSZ7AryZOwS9q0ZovUznBz6M1Wa9OYCGvpQ58r2kIEQ+xmWwPWOJnr54D829WY0nvp1IjzwQSJm9YmY2vcRUNj5xHlo+KBbOPiJj2T16a2O90SMYPE9GnT0S4Rg+K64KPnDPcz3X0DI+o4q6vIjJx7z+3Lc6IwuNPTK/dD727mg9y9XAPQf47b0hpCu97S9qPe+MhbwwJDg+4suBPRESPT5fLqE+UJtxPDmBk7y1xZa8ArQbvWIdITzkZjQ+r+pZPvdG2L22W6M+S8RKvBv12r018GK9EtpivlPber3Chsi9byQ3PnU3vrzswuo9YM1QPiGr8739bJ4+84GnPBFty75YfqE9sie9PVV/oL7ZJYo+/dNfPj0kyrwm3kU+LSMhvtA36D1qhSO+zuacvHcdqr7mwmo9KH8Nvo+GCL78Ulo988L0vTri1T0vIxc9i5zsPCjpQT6PuE++Sm5NPTtAe71XbRC+BQXTPRZk1jxNPFG+4k25veSFZD6ySa29i1YJPe0YFD9PzJK9H1FDPTZTQr4g04I9I3SNPOhVoDxhi9e9QQ1ZPrrhnD1VZke+5thIPSFb3zukm6K+NV5SOXRHEzu29168p/lKPQ6g/j1VI5K+dqyeuywfw731G5C8aYUQPlHPAD7LzVU9lIcEvZxJw72Ygja6Yza1vRixBb7+jHg8OHcHvTiGvr2fvP28bkc8vvfd0jy4k1W+ONEbvmWvGr61UGW96eQHvKf2Fb3oy4S+jsYyviHk+j0Gi0a9gEX2PTjMtr3YCWw933/oPcLJOL3ZN/G8pOc/vqO2hT17iEM9oMmTPM9XLD4LXKw+7F6SvPmClz4WWdy9xYHXPVLsPz77SAQ+T6lBPEZwpL29KIE+Qa4ZPrhaJj06Q4C+BxukPFfejb70vVs+KZkFvtRy6D0PsN09JsgmvqOCUT6wWjo+x50FvvKUarzOfrQ+jlQCPXy3mz3u4iw+/kQHvo24VL0SB9y9aiyPPZee7r1rtlM++fMavhAQHL7l43m9WHpsPjvl3zvh2uS8riCwvcEl7bvamre9oYsGPOqF0b2CJAc+HutQPs5+uz3+7Lk91+/1PWYMX71buzM+AJG8PZt29jvxC5+9qUIOPPoiyz1EzbC+zz3YvSrOXT5cgSC+g8MePtgxhj201xE9WTcEvS37VL3HFLM7s3havfnlAD6mz+09GZeRPopyBT1xu9874JSfPD9Bk73gaDW9ljJdPT9TeT2sQQ8846IvPkHfD77Fgpi+9duNvt+5l74Wney846GgvsY8rb25fMc8HBTFvUuKFD2KFNM+B41EvmpTubwNBne972mmvSplAz009j+9uM+zPQf6yrxyLsk9ZXN6PV4uK74pRSc9UsMdvcB/+b2iBja8WAcfvUNfEj40UhU+nFnOPRuOGD4ogRY9HjiXvaxfJz6vsMe8Wx9evuWe8LvKZYi9PSykvRyTcL02XmO95m6xPFUqVr52bTa9hE93vnF3mb40ZY69kd4gPGwtGj0QSBU9bY9XvRAraDyTMQe+X1uKvXHxDb4miTi+PifPPRmrFr7FdlG8ppMTvcuSmTzczOy9Z0w2vsTXjb0N2cG9Ks/KPchlYL0UiGs+LfSdPaPQiT1DVIS9b4pIPABXgj2eTB+9NTjIPeOljbzYBgy9AyAUvt3ewTpeSQE9S++XvZhvRjzsMk48WZ/uPIY9ID0akEO9ylKUvcGO9jwXqgK+Sdr9PcBpBD5WlC++/Mu6vtBuyL35+rS8wILSPYc3fT1JpB49fhJ7PStOEz6DRjs7TdC8vBozMT7ZwbO9qzC3vQqNnL3qYOa9fjxXPA9Mdz3QGnu9HvjCvRwiBD6uupu9b5D7O9EqXT0OuQE+Z87NPe3s2z1wdfa7GXyyvbpB9Tx49gc+39RivUg9l73RO848wZrOvaSimL3585Q8p/zTvSiv6LzluEM9MqWavNy4Zj15BeQ9q6SYPegkrjtfxTo9G92Kvb++Ar49TqI9vRW1vFHccb02Ewi+ONw9vsLhJT6+VbO+7wHEPTgGxD0tiI6+idCKvRj9Cz6T45a82TdTPc0xQz6zwSi+xEW6PpO4YT7Y4Ge+RETbPQAJP74+oKE96zIkvrycp71eAte99yY7vTR5pL2MZTO+E5umPfuxK76KSAA+MCsTPpcDxb1v9Wg9CO+jvZjc27z+bnQ9SgUqvT89VD3CROc9FheQvsfoXL1WKQc+/WpRvmpJFT6qUjk+5hVOvhLeoL0TaOA9oWg7PULhGjxLrd+9UKnVPYHQL77FwQe+o7CuPbPCVD6WOcg+rRN8PmWvrT1bCFY+ENoQPX107D1sdFo+V3qmPjYGvj339EA+er3UPJ6RR77pEMg9b7PxvSyuAT4LvFU+mP/0vUmgXb2tvSA+wFIHvsTWLD1xbLG91e6YvPbsej3m7sA+N+crPj/WRjw4KoU9l6JwPCmVtr3Ttws++xfIvA2kFL4VvvM9p8EuvjilQL7f7lm9Ttq+vgTtO75L1369vaisvaMaI74RXVk9oVVyPtUJK76bwEs+vQEIProZLL6V6oS9Ntu6PmBuxLwtOsg+ZaL0Po+chr6piH89UOqOvS5pW72UD9s8fyuAPP/s6LxCe0i+1wZxvpe4tL7HA589CgaCPYIEGD5tQiy92OY+vvJ+Zj4J1Ly+3qEtPYukq7375Lu9oTYWPqD2Dz7SnRy+jrloPuqJ7T2+Mb+9mfNPPXQnrz546EU98WgOPZY/yTyNIrI9VroQvqZicz1QeB++frsJPpycRL2eGpA9YmITPq/tAD5wKpM+l+b/O9JLuT0TKu28qdbwO2ahAz7xxas8KERfPTuLbD4c5QE+LBc7vja6FD1h0GA+MCm7vXCQBL60BGE+vJcBvaaKZb3EepW9LNfXPVMmLb0p6iK8SQuePUPupD6ZYac9Ml8Evfu0xT3Ckbs80sglPrdZjLxyG6s7sahSvWzzzj3Bwiy+52gVvhpc2b0Bzoc71cGGvUa2Az0TlIQ8k0/UunCMIr4X+/46VDQjvRkgSL3S9SS7l4rPvd6/HTxatgQ9mpBrvXonsb3NpLa9HKqEvV1nE74IJgu9x5dHPVFiT70RA7G9jxigvbC49L0Kyba9FQUCviiZkL3LyY29leyQvbIV3r30QoK+S1bdvOfBDb4uWa084vnWPbx/Qzw/65E9sq4HPikyiz0s3Rg8EVhavvZdsr70bLq9/kmavj2XDL6EyPm8ojPzvF1SFzz0O/690RYEvmV+ur0lSVa+Dt5Ivo1QIL0bYuE+9h6MPo2JXLuyyD48OJFxPabPbz1YBh48SeZTPk6Wcb3WrSq+CLXGPckxjj4Hc/w9m5OgvTmfFz6Rn/89+7I5PmNryD0eFgS+6llhPVLs1r3ofaW9N7DiPfc/mj5DAtg8AeSQPuFboz6pwcs9oT83Pfy2eT0hUYG9lromPeHA9juq+ly+8+ciPgga+LzE2Na9zk6WvN4q3T2QctM9I+ePvSPmDb09J3E+P1MevQ3sLj1CqUa+mJU9PjSbdD7MEPM94zvRPcsIQrsePKe7ovtFO1nd8bwW8+M80wwTPXVodT55Bss9nm0nvvkI4L259I4+phlDvRoKlL1jQ7E9+fUXvmybqDzRGBE+DQvPvIc+mr1XThO9x2smPXmUkT6cxAk9603jPPKduz3sHiW+oqsJPgRU1j3gwaa913GxPIO4q737SdO9TAUnPoPM+TyqLfO6NeejPdm2mT2G/QA+EGuvPpOsfT1eHfo9zgyIPoaWQT0Y0Jm+/IJ0vYTlVb0PZKe+SC7KvZy1er5jzrG+nU6ePevxPL3XzqU8qVMSPnpNq7sV3Bo+jD0RPgtDQT4EaHO9843uvVyogT27ngK9lMUvvuk7C77n+D2+MyphvXLiQ74OtTS+Z45ZPc+9Vb0Wk9k7dk8YPDrwyj36LAk87gSpvonbqr5mfAS+HECdPCnsPT6KCgm+nWxDPr2NHL42+ZA9LuMrPKaQZz08fZg87QBxvJOUXz3e1we9pfK8PR6Hpj7vvLW7wChuPaBYJD6WUB09b2qwPe6tp7zb8VC+ipCwvjZsLT7qLMW+VY2LPRckO74aI2i+DGVLvnEGBr6DF4e+7Z4xvMJ3Bb5zdvM9ricZPWdHg719xig+L8sDvs3h77yVZE2+7JeNvS/jGr61AjW+931EvuXruT45PaU+SOskPp86Zr03e8S9UcANvjeb1zzcMCG9Hf8bvgXiBL28zZm9Z7qJPVwKxr2Ar/I9oa3ZvADzYL2JdoK9Nwp1vWfFCr4putO9uEonPfxIQT2q6as9d2rHvAmQkLxitSE9YN5nvYyYI71G37S9cPaxvfHRML382we9UvNEvUFOeb2EMYa8tXUkvuJaNj2qalm+u11/vrJR3r3g7cO9NB/gvVF4973LHre92O1YPePqu70g4DC+MJqBvXhJ4D2ykM+9voPHvZtWCbx6fcG9uPhGvb4lozzY34E+TgxhvLkVkz6XYUc+QTtrvebgED5iUoS9PYB8vkY/az0RfSQ+kWe4vPf+3zxGj7k9ppR5ve3uUT20jA6+QszJPaLcar1d/6w9MpDRvO6pwrsIZOW88IrsvTbA0TwjtQK+Y0O3Peki4rsX+ay8KgsVPolrmL0n/b29X0Cru6WOIby3DOI9354dPjy9tL3wKHE8x19APaf5Br6fViw9rJOHPooMAz2v0/K85lBpPRmPUT2P5/C8s5t0vguo5b373BS9KCgWvuh6AD5B2fw9xmGLPlvZXD55Lpw9vm7HvdPSdL6NAWW9niivPYu3hb0WaWA7v/VgPjTw1LuBgnc9ZCkOPALpI7xguf49VCQpPj7sAL3S7Iw98KoxPYD4AT21p388NZdbPkKNl72QrMc9Vgy1PjWXTj0Vn8Q8CQC8PY7ShjxvZxs8gXMNPizcqL2ROay9PRUpPipBFDoOAYG8GJMbPqTtxj190i67qwV1vdtSJD12Ys49LV2+vS6zCr5Q4TM+WrpLvsX0573i2BY8HCEQvj2IJ76LYF891bZwvthjQL6cJRg+R16AvY/2Er37IIA8dao9PhYBjT2uIfU9oUkPPHzglz3e0bM69TU7veVMTT2iY149dDjjPFAIiL0gWUi99J+YvbBxNb5bk8e9VAylveiknL2fnUa9ApJePmOAlz0iYVa+r+EQvVxm971CB6C9',
    offsets: [
      0.0115, 0.2817, 0.06935, 0.2372, 0.05923, 0.1953, 0.0481, 0.04883, 0.1907, 0.1603, 0.2256,
      0.03472, 0.3637, -0.002214, 0.09753, 0.09524, 0.0796, 0.3108, 0.1903, 0.1823, 0.01989, 0.1127,
      0.1719, 0.1334, 0.0392, 0.2658, 0.05975, 0.1079, 0.2195, 0.2129, 0.1078, 0.08024, 0.3438,
      0.175, -0.02486, 0.2149, 0.08665, 0.2938, 0.05767, 0.1383, 0.1091, 0.07463, 0.07607, 0.08629,
      0.1545, 0.0741, 0.07271, -0.006593,
    ],
    outputs: [
      0.04762, -0.1723, -0.06405, -0.1297, -0.07506, -0.1331, 0.04824, 0.02277, -0.1506, -0.1538,
      -0.1765, 0.04201, -0.1727, 0.003494, 0.04111, -0.08544, 0.03867, -0.2012, -0.1655, -0.1099,
      0.01719, 0.07005, -0.1018, -0.07183, 0.01478, -0.1629, 0.02085, 0.04118, -0.1783, -0.1416,
      0.0569, 0.03414, -0.1898, -0.0834, -0.02127, -0.1611, 0.06621, -0.2099, 0.03022, -0.1286,
      0.05348, 0.03252, -0.1477, 0.0962, -0.08957, -0.09087, 0.03021, -0.06283,
    ],
  },
  found: {
    best: [
      -0.1304, 0.02741, 0, 0, 0.1685, 0.4776, 0, 0, 0, 0, 0, 0.02355, 0, 0.07525, -0.457, 0, 0.2335,
      0.07601, 0, -0.1352, 0.07347, 0, 0.02546, 0.0403, -0.2019, -0.09878, -0.09802, 0, -0.02772,
      0.157, -0.1457, 0, 0, 0.2332, 0, 0.6041, 0, 0.4241, 0, 0.1608, -0.1204, 0, -0.1471, 0.2138,
      -0.06644, 0,
    ],
    holder: [
      0.007208, 0.3454, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.007466, 0, -0.1695, 0, 0, 0, 0, 0, 0.2654,
      -0.3115, 0, 0, -0.08489, 0.1598, 0.1814, 0, 0, 0.3591, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0,
    ],
    gap: -0.1787,
    offset: -1.338,
  },
}
