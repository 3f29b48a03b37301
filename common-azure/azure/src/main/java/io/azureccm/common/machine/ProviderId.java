package io.azureccm.common.machine;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text in {@code spec.providerID} of a node: {@code azure://} and the id of the machine. It is written with the resource
 * group in lower case and everything else as Azure spells it, and parsed ignoring case.
 */
public final class ProviderId {
    private static final String SCHEME = "azure://";
    private static final Pattern MACHINE = Pattern.compile(
            "azure://(/subscriptions/[^/]+/resourceGroups/[^/]+/providers/Microsoft\\.Compute/virtualMachines/[^/]+)",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern INSTANCE = Pattern.compile("azure://(/subscriptions/[^/]+/resourceGroups/[^/]+"
            + "/providers/Microsoft\\.Compute/virtualMachineScaleSets/([^/]+))/virtualMachines/([^/]+)",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern GROUP = Pattern.compile("(/subscriptions/[^/]+/resourceGroups/)([^/]+)(/.*)",
            Pattern.CASE_INSENSITIVE);

    private ProviderId() {}

    /** True if the text has the scheme of Azure, whatever follows. Any other text, even a blank, is of another cloud. */
    public static boolean isAzure(String providerId) {
        return providerId.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    }

    /** The machine of a provider id; empty for any other text. */
    public static Optional<ArmId> machine(String providerId) {
        if (MACHINE.matcher(providerId).matches())
            return ArmId.tryParse(providerId.substring(SCHEME.length()));
        Matcher instance = INSTANCE.matcher(providerId);
        if (!instance.matches())
            return Optional.empty();
        String number = number(instance.group(2), instance.group(3));
        return ArmId.tryParse(instance.group(1)).map(set -> set.child("virtualMachines", number));
    }

    public static String of(ArmId machine) {
        Matcher matcher = GROUP.matcher(machine.toString());
        if (!matcher.matches())
            throw new IllegalArgumentException(machine + " is not in a resource group");
        return SCHEME + matcher.group(1) + matcher.group(2).toLowerCase(Locale.ROOT) + matcher.group(3);
    }

    /** The scale set of an instance of a uniform scale set. */
    public static Optional<ArmId> scaleSet(ArmId machine) {
        return machine.hasType(ArmTypes.SCALE_SET_VM) ? machine.parent() : Optional.empty();
    }

    /** Some provider ids contain the name of the instance, {@code vmss_3}, instead of its number. */
    private static String number(String scaleSet, String instance) {
        boolean isName = instance.length() > scaleSet.length()
                && instance.regionMatches(true, 0, scaleSet, 0, scaleSet.length()) && instance.contains("_");
        return isName ? instance.substring(instance.lastIndexOf('_') + 1) : instance;
    }
}
