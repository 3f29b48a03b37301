package io.azureccm.common.core.explain;

import io.azureccm.common.core.Change;
import java.util.List;
import java.util.Optional;

/** What is in Azure and about to change there, as columns of boxes that refer to boxes of the next column. */
public record Picture(String title, List<Column> columns) {
    /** Boxes of one kind. */
    public record Column(String title, List<Box> boxes) {
        public Column {
            boxes = List.copyOf(boxes);
        }
    }

    /** One element: its name, what else is said of it, what is about to happen to it, and the names in the next column that it refers to. */
    public record Box(String name, String note, Optional<Change.Kind> change, List<String> to) {
        public Box {
            to = List.copyOf(to);
        }
    }

    public Picture {
        columns = List.copyOf(columns);
    }
}
