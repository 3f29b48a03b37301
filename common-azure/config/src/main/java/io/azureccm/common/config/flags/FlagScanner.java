package io.azureccm.common.config.flags;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Splits a command line the way Go programs do: {@code --name=value}, {@code --name value}, one dash or two, switches without
 * a value, underscores for dashes, {@code -v4}; {@code --} ends the flags.
 */
final class FlagScanner {

    private final List<Found> found = new ArrayList<>();

    private final List<String> springArgs = new ArrayList<>();

    private final List<String> strays = new ArrayList<>();

    private FlagScanner() {}

    /** One occurrence of a flag; the value is absent if the command line ends before it. */
    record Found(String name, Optional<FlagSpec<?>> spec, Optional<String> value) {}

    /** The flags in order, the arguments for Spring Boot, and words that belong to no flag. */
    record Scan(List<Found> found, List<String> springArgs, List<String> strays) {}

    static Scan scan(List<String> args) {
        FlagScanner scanner = new FlagScanner();
        for (int i = 0; i < args.size(); i++) {
            String arg = args.get(i);
            if (arg.equals("--")) {
                scanner.strays.addAll(args.subList(i + 1, args.size()));
                break;
            }
            String next = i + 1 < args.size() ? args.get(i + 1) : null;
            if (scanner.take(arg, next)) {
                i++;
            }
        }
        return new Scan(List.copyOf(scanner.found), List.copyOf(scanner.springArgs), List.copyOf(scanner.strays));
    }

    /** Consumes one argument; true if it also consumed the next one as its value. */
    private boolean take(String arg, String next) {
        if (!arg.startsWith("-") || arg.equals("-")) {
            strays.add(arg);
            return false;
        }
        String body = arg.substring(arg.startsWith("--") ? 2 : 1);
        int equals = body.indexOf('=');
        String written = equals < 0 ? body : body.substring(0, equals);
        if (written.contains(".")) {
            springArgs.add(arg.startsWith("--") ? arg : "-" + arg);
            return false;
        }
        if (body.matches("v\\d+")) {
            found.add(new Found("v", FlagCatalogue.find("v"), Optional.of(body.substring(1))));
            return false;
        }
        String name = written.equals("h") ? "help" : written.replace('_', '-');
        Optional<FlagSpec<?>> spec = FlagCatalogue.find(name);
        if (equals >= 0) {
            found.add(new Found(name, spec, Optional.of(body.substring(equals + 1))));
            return false;
        }
        if (spec.isPresent() && spec.get().isSwitch()) {
            found.add(new Found(name, spec, Optional.of("true")));
            return false;
        }
        // An unknown flag may be a switch: it takes the next word only if that cannot be a flag. A known flag always does, as
        // in the reference: "--v -1" is an invalid number, not two flags.
        boolean takesNext = next != null && (spec.isPresent() || !next.startsWith("-"));
        found.add(new Found(name, spec, takesNext ? Optional.of(next) : Optional.empty()));
        return takesNext;
    }
}
