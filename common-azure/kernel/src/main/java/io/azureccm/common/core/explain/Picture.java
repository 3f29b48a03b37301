package io.azureccm.common.core.explain;

import io.azureccm.common.core.Change;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What is in Azure and about to change there, as columns of boxes that refer to boxes of the next column. */
public record Picture(String title, List<Column> columns) {
    /** Boxes of one kind. */
    public record Column(String title, List<Box> boxes) {
        public Column {
            boxes = List.copyOf(boxes);
        }
    }

    /**
     * One element: its name, by which boxes of the previous column refer to it; its label for users; additional lines; its
     * pending change; and the names in the next column that it refers to.
     */
    public record Box(String name, String label, List<String> lines, Optional<Change.Kind> change, List<String> to) {
        public Box {
            lines = lines.stream().filter(line -> !line.isEmpty()).toList();
            to = List.copyOf(to);
        }

        private boolean holds(String text) {
            return (name + "\n" + label + "\n" + String.join("\n", lines)).toLowerCase(Locale.ROOT).contains(text);
        }
    }

    public Picture {
        columns = List.copyOf(columns);
    }

    /** Only the boxes that contain a text ("" for all), and those that they lead to. */
    public Picture holding(String text) {
        if (text.isEmpty() || columns.isEmpty())
            return this;
        List<Column> kept = new ArrayList<>();
        Set<String> wanted = Set.of();
        for (Column column : columns) {
            Set<String> names = wanted;
            List<Box> boxes = column.boxes()
                    .stream()
                    .filter(box -> names.contains(box.name()) || box.holds(text.toLowerCase(Locale.ROOT)))
                    .toList();
            kept.add(new Column(column.title(), boxes));
            wanted = new HashSet<>();
            for (Box box : boxes)
                wanted.addAll(box.to());
        }
        return new Picture(title, kept);
    }
}
