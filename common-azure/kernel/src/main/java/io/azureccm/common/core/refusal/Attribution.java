package io.azureccm.common.core.refusal;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one refused write is about, derived from the error code and from the ids and names in Azure's message. {@code scope} is the id, in
 * lower case, of the resource, resource group or subscription in which every write would be refused, "" unless the subject is {@link
 * RefusalSubject#RESOURCE} or {@link RefusalSubject#SCOPE}. {@code elements} are the names, in the spelling of the request, of the elements
 * of the resource that the message names or that refer to a resource that it names.
 */
public record Attribution(RefusalSubject subject, String scope, Set<String> elements) {
    private static final Pattern ID = Pattern.compile("/subscriptions/[^\\s'\"`,;<>()\\[\\]?]+",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern LOCKED = Pattern.compile("\\blocked:", Pattern.CASE_INSENSITIVE);
    private static final List<String> ABOUT_GROUPS = List.of("resourcegroupnotfound", "resourcegroupbeingdeleted");
    private static final int MAX_DEPTH = 32;

    public Attribution {
        elements = Set.copyOf(elements);
    }

    /** The operation must be the one that was refused. */
    public static Attribution of(Operation operation, Outcome.Rejected refusal) {
        ArmId target = operation.target();
        String message = refusal.message();
        RefusalSubject subject = RefusalCatalogue.subjectOf(refusal.status(), refusal.code());
        if (PolicyEvaluation.isAboutResource(message, target.hasType(ArmTypes.PUBLIC_IP)))
            subject = RefusalSubject.RESOURCE;
        return switch (subject) {
            case RESOURCE -> new Attribution(subject, target.key(), Set.of());
            case SCOPE -> ofScope(target, scope(target, refusal));
            default -> new Attribution(subject, "",
                    operation.body() == null ? Set.of() : elements(operation, message, subject));
        };
    }

    private static Attribution ofScope(ArmId target, String scope) {
        return new Attribution(scope.equals(target.key()) ? RefusalSubject.RESOURCE : RefusalSubject.SCOPE, scope,
                Set.of());
    }

    private static String scope(ArmId target, Outcome.Rejected refusal) {
        String code = refusal.code().toLowerCase(Locale.ROOT);
        if (code.equals("scopelocked") || code.equals("canceledbylock"))
            return lockedScope(target, refusal.message());
        String subscription = "/subscriptions/" + target.subscription();
        return (ABOUT_GROUPS.contains(code) ? subscription + "/resourcegroups/" + target.resourceGroup() : subscription)
                .toLowerCase(Locale.ROOT);
    }

    /** The narrowest of the locked scopes that contain the target; the target itself if the message names none. */
    private static String lockedScope(ArmId target, String message) {
        Matcher locked = LOCKED.matcher(message);
        String scopes = locked.find() ? message.substring(locked.end()) : "";
        String narrowest = "";
        for (String id : ids(scopes)) {
            if (contains(id, target) && id.length() > narrowest.length())
                narrowest = id;
        }
        return narrowest.isEmpty() ? target.key() : narrowest;
    }

    /** Whether the scope, an id in lower case, is the target or one of its parents. */
    public static boolean contains(String scope, ArmId target) {
        String key = target.key();
        return !scope.isEmpty() && (key.equals(scope) || key.startsWith(scope + "/"));
    }

    /** Whether the elements are refused for sure: otherwise they are only the first ones to suspect. */
    public boolean isCertain() {
        return !elements.isEmpty()
                && (subject == RefusalSubject.ELEMENT || subject == RefusalSubject.LINKED_RESOURCE);
    }

    private static Set<String> elements(Operation operation, String message, RefusalSubject subject) {
        String key = operation.target().key();
        Set<String> linked = new LinkedHashSet<>(ids(message));
        linked.removeIf(id -> id.equals(key) || key.startsWith(id + "/") || id.startsWith(key + "/")
                || id.contains("/providers/microsoft.authorization/"));
        String text = message.toLowerCase(Locale.ROOT);
        boolean byName = subject == RefusalSubject.LINKED_RESOURCE && linked.isEmpty();
        Set<String> names = names(operation,
                (name, element) -> mentions(text, name) || refers(element, linked, byName ? text : "", MAX_DEPTH));
        names.addAll(behind(operation, names));
        return names;
    }

    /** The elements that refer to one of these frontends: a frontend cannot be left out without them. */
    private static Set<String> behind(Operation operation, Set<String> names) {
        String frontends = operation.target().key() + "/frontendipconfigurations/";
        Set<String> ids = new LinkedHashSet<>();
        names.forEach(name -> ids.add(frontends + name.toLowerCase(Locale.ROOT)));
        return names(operation, (name, element) -> refers(element, ids, "", MAX_DEPTH));
    }

    /** The names of the elements that are {@code wanted}, by their names in lower case and what they are. */
    private static Set<String> names(Operation operation, BiPredicate<String, JsonNode> wanted) {
        Set<String> names = new TreeSet<>();
        for (JsonNode elements : operation.body().path("properties")) {
            for (JsonNode element : elements) {
                String name = element.path("name").asText("");
                if (!name.isEmpty() && wanted.test(name.toLowerCase(Locale.ROOT), element))
                    names.add(name);
            }
        }
        return names;
    }

    /** The ids in a text, in lower case. */
    private static Set<String> ids(String text) {
        Set<String> ids = new LinkedHashSet<>();
        ID.matcher(text)
                .results()
                .forEach(each -> ids.add(each.group().toLowerCase(Locale.ROOT).replaceAll("[./:]+$", "")));
        return ids;
    }

    /** Whether the element refers to one of these resources, or to one whose name, in the given text, Azure mentions. */
    private static boolean refers(JsonNode element, Set<String> linked, String text, int depth) {
        if (element.isTextual())
            return isReference(element.asText().toLowerCase(Locale.ROOT), linked, text);
        if (depth == 0)
            return false;
        for (JsonNode child : element) {
            if (refers(child, linked, text, depth - 1))
                return true;
        }
        return false;
    }

    private static boolean isReference(String value, Set<String> linked, String text) {
        if (!value.startsWith("/subscriptions/"))
            return false;
        return linked.contains(value) || linked.stream().anyMatch(id -> value.startsWith(id + "/"))
                || !text.isEmpty() && mentions(text, value.substring(value.lastIndexOf('/') + 1));
    }

    /** Whether a text mentions a name as a whole word; both in lower case. */
    private static boolean mentions(String text, String name) {
        for (int at = text.indexOf(name); at >= 0 && !name.isEmpty(); at = text.indexOf(name, at + 1)) {
            if (isBoundary(text, at - 1) && isBoundary(text, at + name.length()))
                return true;
        }
        return false;
    }

    private static boolean isBoundary(String text, int at) {
        if (at < 0 || at >= text.length())
            return true;
        char character = text.charAt(at);
        boolean endsSentence = character == '.' && (at + 1 >= text.length() || text.charAt(at + 1) == ' ');
        return endsSentence || !(Character.isLetterOrDigit(character) || "-_.".indexOf(character) >= 0);
    }
}
