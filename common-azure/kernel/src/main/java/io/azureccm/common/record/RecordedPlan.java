package io.azureccm.common.record;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.text.PlanJson;
import io.azureccm.common.core.text.PlanNumbers;
import io.azureccm.common.core.text.PlanText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** A plan as it is compared: its text for humans, and the digest of all that it decides, with the bodies of its writes. */
public record RecordedPlan(String text, String digest) {
    private static final int DIGITS = 24;

    /** {@code more}: what the turn decides beside the plan. */
    public static RecordedPlan of(String noun, Plan plan, JsonNode more) {
        PlanText text = new PlanText(noun, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
        JsonNode json = Withheld.without(PlanJson.of(plan, PlanNumbers.NONE, true));
        return new RecordedPlan(text.render(plan), digest(sorted(json) + "\n" + sorted(more)));
    }

    /** A plan that is not one of writes to Azure: its text, and all that it decides. */
    public static RecordedPlan of(String text, JsonNode decides) {
        return new RecordedPlan(text, digest(sorted(decides)));
    }

    /** The same decisions; those of a plan without digest are as good as its text, in which columns may be wider. */
    boolean isSameAs(RecordedPlan other) {
        return digest.isEmpty() ? words(text).equals(words(other.text)) : equals(other);
    }

    private static String words(String text) {
        return text.replaceAll(" +", " ");
    }

    /** Members in the order of their names: that of a tree that was parsed may differ. */
    private static String sorted(JsonNode json) {
        if (json.isObject()) {
            Map<String, String> members = new TreeMap<>();
            json.properties().forEach(each -> members.put(each.getKey(), sorted(each.getValue())));
            return members.toString();
        }
        if (json.isArray())
            return json.valueStream().map(RecordedPlan::sorted).toList().toString();
        return json.toString();
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
