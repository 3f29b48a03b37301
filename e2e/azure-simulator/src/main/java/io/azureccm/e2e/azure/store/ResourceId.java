package io.azureccm.e2e.azure.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A parsed ARM resource ID. Keeps its casing; {@link #key()} is used for comparisons.
 *
 * @param types type segments below the provider, outermost first
 * @param names names, one per type segment
 */
public record ResourceId(String subscription, String group, String provider, List<String> types, List<String> names) {

    public ResourceId {
        types = List.copyOf(types);
        names = List.copyOf(names);
    }

    /** Empty if the text is not the ID of a resource in a resource group. */
    public static Optional<ResourceId> parse(String text) {
        if (text == null)
            return Optional.empty();
        String[] parts = text.startsWith("/") ? text.substring(1).split("/") : text.split("/");
        if (parts.length < 8 || parts.length % 2 != 0 || !parts[0].equalsIgnoreCase("subscriptions")
                || !parts[2].equalsIgnoreCase("resourceGroups") || !parts[4].equalsIgnoreCase("providers"))
            return Optional.empty();
        List<String> types = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 6; i < parts.length; i += 2) {
            types.add(parts[i]);
            names.add(parts[i + 1]);
        }
        return Optional.of(new ResourceId(parts[1], parts[3], parts[5], types, names));
    }

    public static ResourceId require(String text) {
        return parse(text).orElseThrow(() -> new IllegalArgumentException("not a resource id: " + text));
    }

    public static String groupId(String subscription, String group) {
        return "/subscriptions/" + subscription + "/resourceGroups/" + group;
    }

    /** What follows the last slash. */
    public static String lastName(String id) {
        return id.substring(id.lastIndexOf('/') + 1);
    }

    public String name() {
        return names.getLast();
    }

    public String type() {
        return provider + "/" + String.join("/", types);
    }

    /** The type without its provider. */
    public String label() {
        return String.join("/", types);
    }

    public boolean isTopLevel() {
        return types.size() == 1;
    }

    /** The ID without its last {@code levels} type and name pairs. */
    public ResourceId parent(int levels) {
        int size = types.size() - levels;
        return new ResourceId(subscription, group, provider, types.subList(0, size), names.subList(0, size));
    }

    public ResourceId topLevel() {
        return parent(types.size() - 1);
    }

    /** The stored resource that a part belongs to: an instance of a scale set, or else the top-level one. */
    public ResourceId owner() {
        return types.size() > 1 && isOfScaleSet() ? parent(types.size() - 2) : topLevel();
    }

    public boolean isOfScaleSet() {
        return types.getFirst().equalsIgnoreCase("virtualMachineScaleSets");
    }

    /** Whether this is a virtual machine, alone or as an instance of a scale set. */
    public boolean isMachine() {
        return types.getLast().equalsIgnoreCase("virtualMachines");
    }

    public ResourceId child(String type, String name) {
        List<String> moreTypes = new ArrayList<>(types);
        moreTypes.add(type);
        List<String> moreNames = new ArrayList<>(names);
        moreNames.add(name);
        return new ResourceId(subscription, group, provider, moreTypes, moreNames);
    }

    public String groupId() {
        return groupId(subscription, group);
    }

    public String text() {
        StringBuilder text = new StringBuilder(groupId()).append("/providers/").append(provider);
        for (int i = 0; i < types.size(); i++)
            text.append('/').append(types.get(i)).append('/').append(names.get(i));
        return text.toString();
    }

    public String key() {
        return key(text());
    }

    public static String key(String id) {
        return id.toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return text();
    }
}
