package io.azureccm.service.spec.parse;

import io.azureccm.common.core.PrintableText;
import io.azureccm.common.net.Cidr;
import io.azureccm.service.spec.AccessSpec;
import io.azureccm.service.spec.IpFamily;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Who may reach a Service after ranges of its user were ignored, as a sentence; {@code families}: those of its addresses. */
record AccessInForce(AccessSpec access, Set<IpFamily> families) {
    private static final int MAX_SHOWN = 5;

    String text() {
        if (access.disabled())
            return "In force are the other rules of the security group alone, because annotation "
                    + ServiceAnnotation.DISABLE_SECURITY_RULES.key() + " is \"true\"";
        List<String> allowed = Stream.concat(access.serviceTags().stream(), access.ranges()
                .stream()
                .filter(range -> families.contains(IpFamily.of(range)))
                .map(Cidr::toString)).toList();
        if (!allowed.isEmpty())
            return "Allowed are " + some(allowed) + (access.denyAll() ? "; all other traffic is denied" : "");
        return access.denyAll()
                ? "No range is left: ALL traffic to the Service is denied"
                : "No range is left: NO rule allows traffic to the Service; the default rules of the security group let the"
                        + " virtual network in, and nobody else";
    }

    /** The first ones, and the number of the others. */
    static String some(List<String> texts) {
        return PrintableText.first(MAX_SHOWN, texts.stream()
                .map(text -> "\"" + PrintableText.of(text, PrintableText.VALUE / 4) + "\"")
                .toList(), ", ");
    }
}
