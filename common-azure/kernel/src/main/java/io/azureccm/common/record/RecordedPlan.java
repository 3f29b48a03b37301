package io.azureccm.common.record;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * A plan as it is compared: its text for humans, the digest of all that it decides but the bodies of its writes, and those, by verb and
 * target.
 */
public record RecordedPlan(String text, String digest, Map<String, JsonNode> bodies) {
    /** Of a turn that failed. */
    public static final RecordedPlan NONE = new RecordedPlan("", "", Map.of());

    /** A plan that is not one of writes to Azure: its text, and all that it decides. */
    public static RecordedPlan of(String text, JsonNode decides) {
        return new RecordedPlan(text, Digests.of(decides), Map.of());
    }

    /** The same decisions; those of a plan without digest are as good as its text, in which columns may be wider. */
    boolean isSameAs(RecordedPlan other) {
        boolean same = digest.isEmpty()
                ? words(text).equals(words(other.text))
                : digest.equals(other.digest) && text.equals(other.text);
        return same && BodyDifferences.of(bodies, other.bodies).isEmpty();
    }

    private static String words(String text) {
        return text.replaceAll(" +", " ");
    }
}
