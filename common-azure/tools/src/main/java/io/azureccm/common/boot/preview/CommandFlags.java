package io.azureccm.common.boot.preview;

import io.azureccm.common.boot.command.UsageException;
import io.azureccm.common.config.flags.GoDuration;
import io.azureccm.common.config.value.NearestName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Splits arguments into the command's own flags and flags of the app. A flag may be repeated, as {@code --name=value} or
 * {@code --name value}; {@code -f} is short for {@code --filename}.
 */
public record CommandFlags(Map<String, List<String>> values, List<String> rest) {
    /** {@code own}: the names of the command's flags, all of which take a value. */
    public static CommandFlags of(List<String> args, List<String> own) {
        Map<String, List<String>> values = new HashMap<>();
        List<String> rest = new ArrayList<>();
        for (int at = 0; at < args.size(); at++) {
            String arg = args.get(at);
            String written = arg.startsWith("--")
                    ? arg.substring(2)
                    : arg.equals("-f") || arg.startsWith("-f=") ? "filename" + arg.substring(2) : "";
            int equals = written.indexOf('=');
            String name = equals < 0 ? written : written.substring(0, equals);
            if (!own.contains(name)) {
                rest.add(arg);
                continue;
            }
            Optional<String> value = equals >= 0
                    ? Optional.of(written.substring(equals + 1))
                    : at + 1 < args.size() ? Optional.of(args.get(++at)) : Optional.empty();
            values.computeIfAbsent(name, same -> new ArrayList<>())
                    .add(value.orElseThrow(() -> new UsageException("--" + name + ": a value is missing")));
        }
        return new CommandFlags(values, rest);
    }

    /** The last value of the flag. */
    public Optional<String> last(String name) {
        return all(name).isEmpty() ? Optional.empty() : Optional.of(all(name).getLast());
    }

    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** One of these words; the first if none is given. */
    public String word(String name, List<String> words) {
        String value = last(name).orElse(words.getFirst());
        if (!words.contains(value))
            throw unknown(name, value, words);
        return value;
    }

    /** A positive duration in Go's format. */
    Optional<Duration> duration(String name) {
        return last(name).map(text -> GoDuration.parse(text)
                .filter(Duration::isPositive)
                .orElseThrow(() -> new UsageException(
                        "--" + name + ": \"" + text + "\" is not a duration above 0 such as 90s or 24h")));
    }

    static UsageException unknown(String flag, String value, List<String> words) {
        return new UsageException("--" + flag + ": \"" + value + "\" is not known" + NearestName.hint(value, words)
                + ", expected " + String.join(", ", words));
    }
}
