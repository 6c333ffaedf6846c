"""Board: who segments best what nobody has seen?"""

import streamlit as st

from cwsdiag.ui import board, board_desk, board_files, board_keeper, board_table, widgets

widgets.page_head("Board")
seen = board.look()
if seen is not None:
    widgets.lead(*board.headline(seen))
    scores = board_table.controls(seen)
    board_table.table(seen, scores)
    with widgets.controls("board parts"):
        hand_in, about, file = st.tabs(["Hand in a system", "The task and its files", "Get a file back"])
        with hand_in:
            board_desk.hand_in(seen)
        with about:
            board_files.about(seen)
        with file:
            board_desk.file_back(seen)
        board_keeper.another_task(seen.board)
    board.signature_line(seen)
