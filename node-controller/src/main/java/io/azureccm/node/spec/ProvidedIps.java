package io.azureccm.node.spec;

import io.azureccm.common.core.PrintableText;
import io.azureccm.common.net.IpAddress;
import io.azureccm.node.spec.NodeFacts.Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The addresses given to a node with {@code --node-ip}: one, or one of each IP family. They must belong to the machine.
 * They come before all other addresses and replace the others of their type.
 */
public record ProvidedIps(List<InetAddress> addresses) {
    private static final Pattern IPV4 = Pattern.compile("(\\d{1,9})\\.(\\d{1,9})\\.(\\d{1,9})\\.(\\d{1,9})");

    /** A value that is invalid or that the machine does not have; the message describes the problem. */
    public static final class Unusable extends Exception {
        private static final long serialVersionUID = 1L;

        Unusable(String problem) {
            super(PrintableText.of(problem, PrintableText.MESSAGE), null, false, false);
        }
    }

    public ProvidedIps {
        addresses = List.copyOf(addresses);
    }

    /** Parses the value of the annotation; whitespace is not allowed, and an empty value is an error. */
    public static ProvidedIps parse(String value) throws Unusable {
        List<InetAddress> addresses = new ArrayList<>();
        for (String part : value.split(",", -1)) {
            addresses.add(address(part)
                    .orElseThrow(() -> new Unusable("\"" + part + "\" in \"" + value + "\" is not an IP address")));
        }
        if (addresses.size() > 2)
            throw new Unusable("\"" + value + "\" has more than two addresses");
        if (addresses.size() == 2) {
            if (isIpv6(addresses.getFirst()) == isIpv6(addresses.getLast()))
                throw new Unusable("\"" + value
                        + "\" has two addresses of one family; they must be one IPv4 and one IPv6 address");
            if (addresses.stream().anyMatch(InetAddress::isAnyLocalAddress))
                throw new Unusable("\"" + value + "\": the unspecified address cannot be combined with another one");
        }
        return new ProvidedIps(addresses);
    }

    /** Puts the provided addresses first, in their order, and removes other addresses of the same types. */
    public List<Address> select(List<Address> all) throws Unusable {
        List<Address> selected = new ArrayList<>();
        Set<String> types = new HashSet<>();
        for (InetAddress wanted : addresses) {
            List<Address> same = all.stream()
                    .filter(each -> address(each.address()).filter(wanted::equals).isPresent())
                    .toList();
            if (same.isEmpty())
                throw new Unusable(wanted.getHostAddress() + " is not one of the machine's addresses " + all);
            same.forEach(each -> types.add(each.type()));
            selected.addAll(same);
        }
        all.stream().filter(each -> !types.contains(each.type())).forEach(selected::add);
        return selected;
    }

    private static Optional<InetAddress> address(String text) {
        var v4 = IPV4.matcher(text);
        if (v4.matches()) {
            byte[] bytes = new byte[4];
            for (int i = 0; i < 4; i++) {
                int part = Integer.parseInt(v4.group(i + 1));
                if (part > 255)
                    return Optional.empty();
                bytes[i] = (byte) part;
            }
            return Optional.of(byBytes(bytes));
        }
        if (!IpAddress.isWrittenAsIpv6(text))
            return Optional.empty();
        try {
            return Optional.of(Inet6Address.ofLiteral(text));
        } catch (IllegalArgumentException noAddress) {
            return Optional.empty();
        }
    }

    private static InetAddress byBytes(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (java.net.UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static boolean isIpv6(InetAddress address) {
        return address.getAddress().length > 4;
    }
}
