package io.azureccm.common.core.shadow;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.preview.ClusterWrite;
import io.azureccm.common.core.preview.Preview;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits the plan of a check into differences, part by part. */
final class Differences {
    /** The field with the addresses that a security rule leads to. */
    static final String DESTINATIONS = "destinationAddressPrefixes";
    private static final Pattern LISTS = Pattern.compile("(\\w+) \\[(.*)] -> \\[(.*)]");
    private static final Pattern MORE = Pattern.compile(" and \\d+ more$");

    private final ShadowCheck check;
    private final Preview preview;
    private final List<Difference> all = new ArrayList<>();

    private Differences(ShadowCheck check) {
        this.check = check;
        this.preview = check.preview();
    }

    static List<Difference> of(ShadowCheck check) {
        Differences differences = new Differences(check);
        differences.preview.plan().operations().forEach(differences::add);
        differences.preview.clusterWrites().forEach(differences::add);
        differences.preview.plan().refusals().forEach(differences::add);
        return differences.all.stream().distinct().toList();
    }

    private void add(Operation operation) {
        if (operation.verb() == Operation.Verb.DELETE || operation.changes().isEmpty()) {
            Change.Kind kind = operation.verb() == Operation.Verb.DELETE ? Change.Kind.REMOVE : Change.Kind.UPDATE;
            add(operation, new Change(kind, Change.RESOURCE, operation.target().name(), List.of(),
                    operation.changes()
                            .stream()
                            .map(Change::cause)
                            .findFirst()
                            .orElse(io.azureccm.common.core.Cause.of(""))));
        } else {
            operation.changes().forEach(change -> add(operation, change));
        }
    }

    private void add(Operation operation, Change change) {
        Set<String> subjects = known(change.cause().subject());
        if (change.cause().subject().isEmpty()) {
            subjects = new TreeSet<>(operation.subjects());
            subjects.retainAll(preview.known());
        }
        all.add(new Difference(subjects, operation.target().key(), operation.target().shortName(),
                operation.target().type(), change.kind(), change.element(), change.name(), fields(operation, change),
                change.cause().reason()));
    }

    /** A removed security rule has no field changes: its addresses are taken from what was read. */
    private List<FieldChange> fields(Operation operation, Change change) {
        Set<String> destinations = check.destinations().get(ShadowCheck.rule(operation.target().key(), change.name()));
        if (change.kind() != Change.Kind.REMOVE || destinations == null
                || !operation.target().hasType(ArmTypes.SECURITY_GROUP))
            return change.fields();
        return List.of(new FieldChange(DESTINATIONS, new TreeSet<>(destinations).toString(), ""));
    }

    private void add(ClusterWrite write) {
        Matcher lists = LISTS.matcher(write.what());
        List<FieldChange> fields = lists.matches()
                ? List.of(new FieldChange(lists.group(1), "[" + lists.group(2) + "]", "[" + lists.group(3) + "]"))
                : List.of();
        all.add(new Difference(known(write.subject()), "", write.object(), Difference.KUBERNETES, write.kind(),
                fields.isEmpty() ? write.what() : "", "", fields, write.cause().reason()));
    }

    private void add(Refusal refusal) {
        all.add(new Difference(known(refusal.subject()), "", preview.noun() + " " + refusal.subject(),
                Difference.KUBERNETES, Change.Kind.UPDATE, Difference.REFUSAL, refusal.code(), List.of(),
                refusal.message()));
    }

    /** A cause names one or several objects. */
    private Set<String> known(String subject) {
        Set<String> names = new TreeSet<>(List.of(MORE.matcher(subject).replaceFirst("").split(",")));
        names.retainAll(preview.known());
        return names;
    }
}
