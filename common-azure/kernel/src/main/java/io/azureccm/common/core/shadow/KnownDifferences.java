package io.azureccm.common.core.shadow;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.core.Change;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The differences from the reference that can be recognized reliably from a plan. */
public record KnownDifferences(List<KnownDifference> all) {
    private static final Set<String> KEYS = Set.of("anchors", "type", "kinds", "element", "reasons", "only");

    public KnownDifferences {
        all = List.copyOf(all);
    }

    /** From a JSON array; an unknown key is an {@link IllegalArgumentException}. */
    public static KnownDifferences parse(JsonNode array) {
        List<KnownDifference> all = new ArrayList<>();
        for (JsonNode each : array) {
            each.fieldNames().forEachRemaining(key -> {
                if (!KEYS.contains(key))
                    throw new IllegalArgumentException("unknown key " + key + " of a known difference");
            });
            Set<Change.Kind> kinds = EnumSet.noneOf(Change.Kind.class);
            each.required("kinds").forEach(kind -> kinds.add(Change.Kind.valueOf(kind.asText())));
            all.add(new KnownDifference(texts(each.required("anchors")), each.required("type").asText(), kinds,
                    each.path("element").asText(), new TreeSet<>(texts(each.path("reasons"))),
                    KnownDifference.Only.valueOf(each.path("only").asText("ANY"))));
        }
        return new KnownDifferences(all);
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(each -> texts.add(each.asText()));
        return texts;
    }

    /** The anchors of the first known difference that explains it. */
    Optional<List<String>> explaining(Difference difference, Set<String> addressesInUse) {
        return all.stream()
                .filter(known -> known.explains(difference, addressesInUse))
                .map(KnownDifference::anchors)
                .findFirst();
    }
}
