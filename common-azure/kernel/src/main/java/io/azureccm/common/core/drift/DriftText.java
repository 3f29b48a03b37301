package io.azureccm.common.core.drift;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.PrintableText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Describes in one message which unrequested changes were found in Azure, and what was done about them. */
public final class DriftText {
    private static final int MAX_NAMES = 3;
    private static final int MAX_SENTENCES = 4;
    private static final int MAX_FIELD = 60;
    private static final Map<String, String> TYPES = Map.of(key(ArmTypes.LOAD_BALANCER), "load balancer",
            key(ArmTypes.PUBLIC_IP), "public IP", key(ArmTypes.SECURITY_GROUP), "security group",
            key(ArmTypes.ROUTE_TABLE), "route table", key(ArmTypes.PRIVATE_LINK_SERVICE), "private link service",
            key(ArmTypes.NETWORK_INTERFACE), "network interface", key(ArmTypes.SCALE_SET), "scale set",
            key(ArmTypes.SCALE_SET_VM), "instance", key(ArmTypes.SUBNET), "subnet");

    /** Findings that form one sentence: they only differ in a name. */
    private record Sentence(String thing, String where, String found, String done) {
        String with(Set<String> names) {
            boolean isOne = names.size() == 1;
            String text = thing + (isOne ? " " : "s ") + PrintableText.some(names, MAX_NAMES) + where
                    + (isOne ? " was " : " were ") + found + "; " + done;
            return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
        }
    }

    private DriftText() {}

    /** The message; there must be at least one finding. */
    public static String of(List<DriftFinding> findings) {
        Map<Sentence, Set<String>> sentences = new LinkedHashMap<>();
        findings.forEach(finding -> sentences
                .computeIfAbsent(sentence(finding), none -> new LinkedHashSet<>())
                .add(name(finding)));
        List<String> texts = sentences.entrySet()
                .stream()
                .map(each -> each.getKey().with(each.getValue()))
                .collect(Collectors.toCollection(ArrayList::new));
        if (texts.size() > MAX_SENTENCES) {
            int more = texts.size() - MAX_SENTENCES;
            texts = new ArrayList<>(texts.subList(0, MAX_SENTENCES));
            texts.add(more + " more such findings are in the log");
        }
        return String.join(". ", texts);
    }

    /** The same without Azure's error messages, which differ between attempts: shows whether a message would be new. */
    public static String withoutReasons(List<DriftFinding> findings) {
        return of(findings.stream().map(finding -> finding.isCorrected() ? finding : finding.because("")).toList());
    }

    private static Sentence sentence(DriftFinding finding) {
        ArmId target = finding.target();
        Change change = finding.change();
        if (finding.whole())
            return new Sentence(type(target), "", "deleted by somebody else", done(finding, "made again"));
        if (isMembership(finding))
            return change.kind() == Change.Kind.ADD
                    ? new Sentence(type(target), "", "taken out of pool " + change.name() + " by somebody else",
                            done(finding, "put back"))
                    : new Sentence(type(target), "", "put into pool " + change.name() + " by somebody else",
                            done(finding, "taken out"));
        String thing = change.isResource() ? type(target) : change.element();
        String where = change.isResource() ? "" : " of " + owner(target);
        return switch (change.kind()) {
            case ADD -> new Sentence(thing, where, "removed by somebody else", done(finding, "put back"));
            case REMOVE -> new Sentence(thing, where, "added by somebody else", done(finding, "removed"));
            case UPDATE -> new Sentence(thing, where, "changed by somebody else (" + fields(change) + ")",
                    done(finding, "set right"));
        };
    }

    private static String name(DriftFinding finding) {
        boolean resource = finding.whole() || finding.change().isResource();
        if (resource)
            return finding.target().name();
        return isMembership(finding) ? instance(finding.target()) : finding.change().name();
    }

    /** A machine's membership in a pool is written at the machine. */
    private static boolean isMembership(DriftFinding finding) {
        return finding.change().element().equals(Part.POOL) && !isBalancer(finding.target());
    }

    private static boolean isBalancer(ArmId target) {
        return target.hasType(ArmTypes.LOAD_BALANCER)
                || target.parent().filter(parent -> parent.hasType(ArmTypes.LOAD_BALANCER)).isPresent();
    }

    private static String owner(ArmId target) {
        ArmId shown = PartsReader.ELEMENTS.shownBy(target);
        return type(shown) + " " + shown.name();
    }

    private static String instance(ArmId target) {
        return target.hasType(ArmTypes.SCALE_SET_VM)
                ? target.parent().map(ArmId::name).orElse("") + "/" + target.name()
                : target.name();
    }

    private static String done(DriftFinding finding, String done) {
        return finding.problem()
                .map(problem -> "not " + done + " yet" + (problem.isEmpty() ? "" : ": " + problem))
                .orElse(done);
    }

    private static String fields(Change change) {
        return change.fields()
                .stream()
                .limit(MAX_NAMES)
                .map(DriftText::field)
                .collect(Collectors.joining(", ", "", change.fields().size() > MAX_NAMES ? ", ..." : ""));
    }

    private static String field(FieldChange field) {
        String path = field.path().isEmpty() ? "value" : field.path();
        String text = path + " is " + shown(field.before()) + ", not " + shown(field.after());
        return text.length() > MAX_FIELD ? path : text;
    }

    private static String shown(String value) {
        return value.isEmpty() ? "missing" : value;
    }

    private static String type(ArmId id) {
        return TYPES.getOrDefault(key(id.type()), id.type().substring(id.type().lastIndexOf('/') + 1));
    }

    private static String key(String type) {
        return type.toLowerCase(Locale.ROOT);
    }
}
