package io.azureccm.common.boot.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * What an identity may do at one scope, as {@code Microsoft.Authorization/permissions} lists it: an action is allowed if an
 * entry has it among its actions and not among its own notActions. Pure.
 */
record AzurePermissions(List<Grant> grants) {
    /** One role at the scope; in patterns, {@code *} stands for any text. The comparison ignores case. */
    record Grant(List<Pattern> actions, List<Pattern> notActions) {
        boolean allows(String action) {
            return any(actions, action) && !any(notActions, action);
        }

        private static boolean any(List<Pattern> patterns, String action) {
            return patterns.stream().anyMatch(pattern -> pattern.matcher(action).matches());
        }
    }

    static AzurePermissions of(List<ObjectNode> listed) {
        return new AzurePermissions(listed.stream()
                .map(each -> new Grant(patterns(each.path("actions")), patterns(each.path("notActions"))))
                .toList());
    }

    boolean allows(String action) {
        return grants.stream().anyMatch(grant -> grant.allows(action));
    }

    List<String> missing(List<String> wanted) {
        return wanted.stream().filter(action -> !allows(action)).toList();
    }

    private static List<Pattern> patterns(JsonNode texts) {
        return StreamSupport.stream(texts.spliterator(), false)
                .map(JsonNode::asText)
                .map(AzurePermissions::of)
                .toList();
    }

    private static Pattern of(String text) {
        String expression = Pattern.compile("\\*")
                .splitAsStream(text + " ")
                .map(part -> part.endsWith(" ") ? part.substring(0, part.length() - 1) : part)
                .map(Pattern::quote)
                .collect(Collectors.joining(".*"));
        return Pattern.compile(expression, Pattern.CASE_INSENSITIVE);
    }
}
