package io.azureccm.common.machine;

import io.azureccm.common.core.ArmId;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A scale set: the prefix of its instances' computer names, whether it is flexible, and its tags. */
public record ScaleSet(ArmId id, String computerNamePrefix, boolean flexible, Map<String, String> tags)
        implements
            Identified {
    private static final int NUMBER_LENGTH = 6;
    private static final Pattern NUMBER = Pattern.compile("[0-9a-z]{6}");

    public ScaleSet {
        tags = Map.copyOf(tags);
    }

    /**
     * The instance of a uniform set that has this computer name, if it exists. The base-36 number of an instance never needs all
     * six digits, so a name whose number does not begin with a zero is another machine's.
     */
    public Optional<ArmId> instanceNamed(String computerName) {
        String number = computerName.substring(Math.max(0, computerName.length() - NUMBER_LENGTH));
        return !flexible && mayName(computerName) && number.startsWith("0")
                ? Optional.of(id.child("virtualMachines", Long.toString(Long.parseLong(number, 36))))
                : Optional.empty();
    }

    /** True if an instance of a uniform set may have this computer name: the prefix, then six base-36 digits. */
    public boolean mayName(String computerName) {
        int cut = computerName.length() - NUMBER_LENGTH;
        if (cut < 0)
            return false;
        String number = computerName.substring(cut).toLowerCase(Locale.ROOT);
        return NUMBER.matcher(number).matches() && computerName.substring(0, cut).equalsIgnoreCase(computerNamePrefix);
    }
}
