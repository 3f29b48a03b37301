package io.azureccm.common.core.shadow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The differences from the reference that can be recognized reliably from a plan. */
public record KnownDifferences(List<KnownDifference> all) {
    public KnownDifferences {
        all = List.copyOf(all);
    }

    /** From a JSON array; an unknown key is an {@link IllegalArgumentException}. */
    public static KnownDifferences parse(JsonNode array) {
        return new KnownDifferences(List.of(new ObjectMapper().convertValue(array, KnownDifference[].class)));
    }

    /** The anchors of the first known difference that explains it. */
    Optional<List<String>> explaining(Difference difference, Set<String> addressesInUse) {
        return all.stream()
                .filter(known -> known.explains(difference, addressesInUse))
                .map(KnownDifference::anchors)
                .findFirst();
    }
}
