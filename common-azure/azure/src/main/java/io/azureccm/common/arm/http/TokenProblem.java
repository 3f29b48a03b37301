package io.azureccm.common.arm.http;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Why a credential returned no token, in one line without the library texts around it. */
record TokenProblem(String code, String text) {
    private static final Pattern ENTRA_ERROR = Pattern.compile("AADSTS\\d+:.*?(?=Trace ID:|\\R|\",|$)");

    static TokenProblem of(Throwable thrown, String server) {
        Optional<String> entra = entraText(thrown);
        if (entra.isPresent())
            return new TokenProblem("TokenRefused",
                    "the token service " + server + " refused to issue a token: " + entra.get());
        Optional<ConnectionFailures.Failure> network = ConnectionFailures.of(thrown, server);
        if (network.isPresent()) {
            boolean certificate = network.get().code().startsWith("Certificate");
            return new TokenProblem(certificate ? network.get().code() : "TokenServiceUnreachable",
                    "no token for ARM: " + network.get().text());
        }
        return new TokenProblem("TokenRefused",
                "no token for ARM from " + server + ": " + firstLine(message(thrown)));
    }

    /** The message, or that of the innermost cause where it only points there. */
    private static String message(Throwable thrown) {
        String outer = thrown.getMessage() == null ? thrown.getClass().getSimpleName() : thrown.getMessage();
        if (!outer.toLowerCase(Locale.ROOT).contains("inner exception"))
            return outer;
        String inner = outer;
        for (Throwable at = thrown.getCause(); at != null && at != at.getCause(); at = at.getCause())
            inner = at.getMessage() == null ? inner : at.getMessage();
        return inner;
    }

    private static Optional<String> entraText(Throwable thrown) {
        return ConnectionFailures.find(thrown, at -> at.getMessage() != null && at.getMessage().contains("AADSTS"))
                .flatMap(at -> {
                    Matcher match = ENTRA_ERROR.matcher(at.getMessage());
                    return match.find() ? Optional.of(firstLine(match.group())) : Optional.empty();
                });
    }

    private static String firstLine(String text) {
        String line = text.strip().lines().findFirst().orElse("").strip();
        return line.length() > 400 ? line.substring(0, 400) + "..." : line;
    }
}
