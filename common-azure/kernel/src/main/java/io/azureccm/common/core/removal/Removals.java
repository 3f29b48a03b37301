package io.azureccm.common.core.removal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A set of removals, such as all that are held of one plan, in a defined order. */
public record Removals(SortedSet<Removal> all) {
    public static final Removals NONE = new Removals(new TreeSet<>());
    private static final int HASH_LENGTH = 12;

    public Removals {
        all = Collections.unmodifiableSortedSet(new TreeSet<>(all));
    }

    public static Removals of(Collection<Removal> all) {
        return new Removals(new TreeSet<>(all));
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    public boolean contains(Removal removal) {
        return all.contains(removal);
    }

    /** The number of removals of each kind that occurs. */
    public Map<Removal.Kind, Integer> counts() {
        Map<Removal.Kind, Integer> counts = new EnumMap<>(Removal.Kind.class);
        all.forEach(each -> counts.merge(each.kind(), 1, Integer::sum));
        return counts;
    }

    /** 12 hexadecimal digits that identify exactly these removals, the same on every instance; "" for none. */
    public String hash() {
        if (all.isEmpty())
            return "";
        String text = all.stream().map(Removal::key).collect(Collectors.joining("\n"));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_LENGTH);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** {@code 3 frontends, 1 public IP}. */
    public String describe() {
        return counts().entrySet()
                .stream()
                .map(each -> each.getValue() + " " + each.getKey().word() + (each.getValue() == 1 ? "" : "s"))
                .collect(Collectors.joining(", "));
    }
}
