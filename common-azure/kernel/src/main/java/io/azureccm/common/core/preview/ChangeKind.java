package io.azureccm.common.core.preview;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a plan does, in the terms of {@code --fail-on}. */
public enum ChangeKind {
    /** A resource, or a part of one, is created. */
    ADD,
    /** Something that exists changes. */
    UPDATE,
    /** A resource, a part of one, or an object of the cluster is removed. */
    REMOVE,
    /**
     * An address in use is removed or changed: a public IP is deleted, a frontend is removed or gets another address, the
     * next hop of a route or an address of a node changes.
     */
    ADDRESS_CHANGE,
    /** An object is refused. */
    REFUSE;

    private static final Set<String> ADDRESS_PARTS = Set.of("frontend", "route");

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static List<String> words() {
        return Arrays.stream(values()).map(ChangeKind::word).toList();
    }

    public static Optional<ChangeKind> of(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
    }

    /** All kinds of changes in the plan. */
    static Set<ChangeKind> in(Preview preview) {
        Set<ChangeKind> kinds = EnumSet.noneOf(ChangeKind.class);
        for (Operation operation : preview.plan().operations()) {
            if (operation.verb() == Operation.Verb.DELETE)
                kinds.add(REMOVE);
            if (operation.changes().isEmpty() && operation.verb() != Operation.Verb.DELETE)
                kinds.add(UPDATE);
            operation.changes().forEach(change -> kinds.add(of(change.kind())));
        }
        preview.clusterWrites().forEach(write -> kinds.add(of(write.kind())));
        if (!addressChanges(preview).isEmpty())
            kinds.add(ADDRESS_CHANGE);
        if (!preview.plan().held().isEmpty())
            kinds.add(REMOVE);
        if (!preview.plan().refusals().isEmpty() || preview.limits().stream().anyMatch(LimitUse::isExceeded))
            kinds.add(REFUSE);
        return kinds;
    }

    private static ChangeKind of(Change.Kind kind) {
        return switch (kind) {
            case ADD -> ADD;
            case UPDATE -> UPDATE;
            case REMOVE -> REMOVE;
        };
    }

    /** The addresses that are removed or changed, each as a line for users. */
    static List<String> addressChanges(Preview preview) {
        List<String> lines = new ArrayList<>();
        for (Operation operation : preview.plan().operations()) {
            if (operation.verb() == Operation.Verb.DELETE && operation.target().hasType(ArmTypes.PUBLIC_IP))
                lines.add(operation.target().shortName() + " is deleted");
            operation.changes()
                    .stream()
                    .filter(ChangeKind::changesAddress)
                    .forEach(change -> lines
                            .add(operation.target().shortName() + " " + change.element() + " " + change.name()));
        }
        preview.clusterWrites()
                .stream()
                .filter(ClusterWrite::changesAddress)
                .forEach(write -> lines.add(write.object() + " " + write.what()));
        return lines;
    }

    private static boolean changesAddress(Change change) {
        if (!ADDRESS_PARTS.contains(change.element()))
            return false;
        if (change.element().equals("frontend") && change.kind() == Change.Kind.REMOVE)
            return true;
        return change.kind() == Change.Kind.UPDATE && change.fields().stream().anyMatch(ChangeKind::isAddress);
    }

    private static boolean isAddress(FieldChange field) {
        String path = field.path().toLowerCase(Locale.ROOT);
        return !field.before().isEmpty() && (path.contains("ipaddress") || path.contains("subnet")
                || path.contains("publicipprefix") || path.contains("nexthop"));
    }
}
