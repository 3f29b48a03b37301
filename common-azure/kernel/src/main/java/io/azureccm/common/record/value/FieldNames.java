package io.azureccm.common.record.value;

import java.util.HashMap;
import java.util.Map;

/** Names of fields as they are written; most fields of a record have one of a few names. Not thread-safe. */
final class FieldNames {
    /** Longer names are ids, which are not remembered. */
    private static final int ID_LENGTH = 40;
    private static final int REMEMBERED = 4_096;

    /** The name in quotes with a colon, the hash of the former, and whether the field may contain secrets. */
    record Name(byte[] bytes, long hash, boolean isWithheld) {}

    private final Map<String, Name> names = new HashMap<>();
    private final JsonBytes out = new JsonBytes();

    Name of(String name) {
        Name known = names.get(name);
        if (known != null)
            return known;
        out.cut(0);
        out.addQuoted(name);
        long hash = out.hash(0);
        out.add(':');
        Name made = new Name(out.copy(), hash, SecretFields.FIELDS.contains(name));
        if (name.length() <= ID_LENGTH && names.size() < REMEMBERED)
            names.put(name, made);
        return made;
    }
}
